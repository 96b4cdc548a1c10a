// npm start: from a fresh clone to a running service.
import { buildStale, installMissing, requireNode } from './prepare.mjs';

requireNode();
installMissing();
buildStale();
const { main } = await import('../server/dist/main.js');
process.exitCode = await main(['serve', ...process.argv.slice(2)]);
