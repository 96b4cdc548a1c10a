// The server in one piece, as the image has it, where server/bin finds no sources. `node scripts/bundle-server.mjs` makes it.
import { main } from '../server/bundle/main.js';

process.exitCode = await main(process.argv.slice(2));
