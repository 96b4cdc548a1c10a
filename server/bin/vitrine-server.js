#!/usr/bin/env node
import { requireNode } from './require-node.js';

requireNode();
// Loaded late: what it imports, old versions of Node do not have.
const { main } = await import('../dist/main.js');
process.exitCode = await main(process.argv.slice(2));
