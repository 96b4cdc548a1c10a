// npm test: the checks and tests for every change, in a few minutes.
// npm test -- tags: only the tests whose path contains "tags", slow ones too, and no checks.
import { FAST, FORMAT, runChecks, runTests, startTimer } from './checks.mjs';
import { build, installMissing, requireNode } from './prepare.mjs';

const words = process.argv.slice(2);
const timer = startTimer();

requireNode();
installMissing();
if (words.length === 0) await runChecks([FORMAT]);
console.log('— build');
build();
if (words.length === 0) await runChecks(FAST);
await runTests(words.length === 0 ? ['fast'] : ['fast', 'slow'], words);
if (words.length === 0) {
  console.log(`
npm test passed in ${timer()}.
Not run: type-aware lint, tests over all endpoints, browsers, programs, packages, storage on a real Ceph.
\`npm run test:all\` runs these too.`);
}
