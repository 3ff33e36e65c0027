# vaulttool: keep
echo old-gate
echo OLD_GATE_X $gone goner
# vaulttool: keep begin
old_gate
# vaulttool: keep end
