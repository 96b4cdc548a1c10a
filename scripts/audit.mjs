// npm run tool -- audit: what we ship is what we agreed to, and npm knows of no advisory against it.
import { run } from './prepare.mjs';

run([process.execPath, 'scripts/check-dependencies.mjs']);
run(['npm', 'audit', '--omit=dev']);
