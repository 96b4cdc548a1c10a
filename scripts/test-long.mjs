// npm run test:long: crashes by the dozen, planted faults, a backup under load, a soak. Apart from npm test, which has to
// end within a quarter of an hour.
import { join } from 'node:path';
import { build, installMissing, requireNode, ROOT, run } from './prepare.mjs';

requireNode();
installMissing();
build();
run([
  join(ROOT, 'node_modules', '.bin', 'vitest'),
  'run',
  '--config',
  'vitest.long.config.ts',
  ...process.argv.slice(2),
]);
