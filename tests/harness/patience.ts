/** Multiplies every timeout of the tests. TEST_PATIENCE=10 suits a machine that is busy with other work. */
export const PATIENCE = Number(process.env['TEST_PATIENCE'] ?? 1);
