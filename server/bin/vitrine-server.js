#!/usr/bin/env node
import { requireNode } from './require-node.js';

requireNode();
// Node 21 and newer have it. Without it pg finds out what it runs on by way of a `Response`, and to have one Node loads its
// whole fetch, which is an eighth of what a command costs.
if (globalThis.navigator === undefined)
  globalThis.navigator = { userAgent: `Node.js/${process.versions.node.split('.')[0]}` };
// Loaded late: what it imports, old versions of Node do not have.
const { main } = await import('../dist/main.js');
process.exitCode = await main(process.argv.slice(2));
