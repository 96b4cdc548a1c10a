// Writes contract/openapi.json from the endpoint table; with --check it only tells whether the file is fresh. The
// contract must be built.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toOpenApi } from '../contract/dist/openapi.js';
import { ROOT } from './prepare.mjs';

const file = join(ROOT, 'contract', 'openapi.json');
const text = `${JSON.stringify(toOpenApi(), null, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error('contract/openapi.json is not what the endpoint table says: run npm run tool -- openapi.');
  process.exitCode = 1;
}
