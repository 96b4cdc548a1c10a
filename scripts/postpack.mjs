// After npm packed the server: what prepack.mjs laid into its folder goes again.
import { rmSync } from 'node:fs';

rmSync('shipped', { recursive: true, force: true });
