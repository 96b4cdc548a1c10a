// After npm packed the server: what prepack.mjs laid into its folder goes again.
import { rmSync } from 'node:fs';

for (const folder of ['bundle', 'shipped']) rmSync(folder, { recursive: true, force: true });
