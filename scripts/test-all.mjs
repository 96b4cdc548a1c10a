// npm run test:all: everything that CI runs. With --rest: without what `npm test` has already run.
import { FAST, FORMAT, runChecks, runTests, SLOW, startTimer } from './checks.mjs';
import { installPrograms } from './install-programs.mjs';
import { build, installMissing, requireNode, run } from './prepare.mjs';
import { NOT_IN_CI } from './test-projects.mjs';

const isRest = process.argv.includes('--rest');
const timer = startTimer();

requireNode();
installMissing();
const missing = installPrograms();
if (!isRest) await runChecks([FORMAT]);
console.log('— build');
build();
await runChecks(isRest ? SLOW : [...FAST, ...SLOW]);
if (!isRest) await runTests(['fast']);
await runTests(['slow']);
run([process.execPath, 'scripts/test-on-ceph.mjs', 'storage', 'storage-paused']);

console.log(`\nnpm run test:all passed in ${timer()}.`);
for (const name of missing) console.log(`Not tested: what needs ${name}, which this machine lacks.`);
console.log('Not run:');
for (const { command, reason } of NOT_IN_CI) console.log(`  ${command}: ${reason}`);
