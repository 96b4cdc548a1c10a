// npm run test:failures: what callers see while PostgreSQL is restarted, promoted, slow, silent, full or gone, and how soon
// it is over. Apart from npm test, because it measures time and wants a machine of its own.
import { join } from 'node:path';
import { build, installMissing, requireNode, ROOT, run } from './prepare.mjs';

requireNode();
installMissing();
build();
run([
  join(ROOT, 'node_modules', '.bin', 'vitest'),
  'run',
  '--config',
  'vitest.failures.config.ts',
  ...process.argv.slice(2),
]);
