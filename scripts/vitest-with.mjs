import { join } from 'node:path';
import { build, installMissing, requireNode, ROOT, run } from './prepare.mjs';

// The tests of another configuration than npm test's; words that follow the command choose among them.
export function vitestWith(config) {
  requireNode();
  installMissing();
  build();
  run([join(ROOT, 'node_modules', '.bin', 'vitest'), 'run', '--config', config, ...process.argv.slice(2)]);
}
