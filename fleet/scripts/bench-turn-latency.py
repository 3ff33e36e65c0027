"""Time to the first token, turn by turn, for a talk that grows.

Every turn sends the whole talk again, as an agent loop does, so the first turn is cold and the rest
show what the prefix cache is worth. Prints one line a turn: turn, characters sent, seconds.
"""

import json
import os
import pathlib
import time
import urllib.request

ENDPOINT = os.environ.get("FRANK_ARCHON_URL", "http://dankserver:7770/v1")
MODEL = "frank-archon"
TURNS = 6


def first_token(messages):
    body = {"model": MODEL, "messages": messages, "stream": True, "max_tokens": 32}
    request = urllib.request.Request(
        f"{ENDPOINT}/chat/completions",
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json"},
    )
    start = time.monotonic()
    with urllib.request.urlopen(request, timeout=600) as answer:
        for line in answer:
            if line.startswith(b"data: {"):
                return time.monotonic() - start
    raise RuntimeError("the endpoint sent no token")


def main():
    scripts = sorted(pathlib.Path(__file__).parent.glob("*.sh"))
    document = "\n".join(path.read_text() for path in scripts)
    messages = [{"role": "user", "content": f"{document}\nWhich script starts the endpoint?"}]
    for turn in range(1, TURNS + 1):
        sent = sum(len(message["content"]) for message in messages)
        print(turn, sent, f"{first_token(messages):.2f}")
        messages.append({"role": "assistant", "content": "The serve script."})
        messages.append({"role": "user", "content": f"Turn {turn}: and which one stops it?"})


if __name__ == "__main__":
    main()
