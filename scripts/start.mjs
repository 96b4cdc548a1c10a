// npm start: from a fresh clone to a running service.
import { build, installMissing, requireNode } from './prepare.mjs';

requireNode();
installMissing();
build();
const { main } = await import('../server/dist/main.js');
process.exitCode = await main(['serve', ...process.argv.slice(2)]);
