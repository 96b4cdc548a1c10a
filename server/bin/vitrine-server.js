#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { requireNode } from './require-node.js';

requireNode();
// Node 21 and newer have it. Without it pg finds out what it runs on by way of a `Response`, and to have one Node loads its
// whole fetch, which is an eighth of what a command costs.
if (globalThis.navigator === undefined)
  globalThis.navigator = { userAgent: `Node.js/${process.versions.node.split('.')[0]}` };
// Loaded late: what it imports, old versions of Node do not have. Where the sources are not, as in the package and the image, it
// is in one piece, which Node loads in two thirds of the time (scripts/bundle-server.mjs).
const isThere = (path) => existsSync(new URL(path, import.meta.url));
const { main } = await import(
  isThere('../bundle/main.js') && !isThere('../src') ? '../bundle/main.js' : '../dist/main.js'
);
process.exitCode = await main(process.argv.slice(2));
