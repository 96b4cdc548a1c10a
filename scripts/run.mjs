// node scripts/run.mjs FILE …: a program of this repository, once Node is known to be new enough to read it. An old Node would
// stumble over something that the program imports, and never come to a sentence in it.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requireNode } from './prepare.mjs';

requireNode();
const [file] = process.argv.splice(2, 1);
process.argv[1] = resolve(file);
await import(pathToFileURL(process.argv[1]));
