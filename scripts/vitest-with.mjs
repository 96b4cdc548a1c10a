// The tests of another configuration than npm test's: node scripts/vitest-with.mjs CONFIG [words that choose among them].
// long: crashes by the dozen, planted faults, a backup under load, a soak; apart from npm test, which has to end within a
// quarter of an hour. failures: what callers see while PostgreSQL is restarted, promoted, slow, silent, full or gone; apart,
// because it measures time and wants a machine of its own. release: keeps the newest schema as released, with data.
import { join } from 'node:path';
import { build, installMissing, requireNode, ROOT, run } from './prepare.mjs';

requireNode();
installMissing();
build();
run([join(ROOT, 'node_modules', '.bin', 'vitest'), 'run', '--config', ...process.argv.slice(2)]);
