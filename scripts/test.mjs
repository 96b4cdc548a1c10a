// npm test: everything that CI runs, in the order of how soon it tells. `npm test -- tags` runs one noun's tests only.
import { join } from 'node:path';
import { build, installMissing, requireNode, ROOT, run } from './prepare.mjs';

const bin = (name) => join(ROOT, 'node_modules', '.bin', name);
const filters = process.argv.slice(2);
// A test run tells nobody and asks nobody.
const REDOCLY_QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

requireNode();
installMissing();
if (filters.length === 0) step('format', [bin('oxfmt'), '--check', '.']);
console.log('— build');
build();
if (filters.length === 0) {
  // After the build: lint reads the types of other packages from it.
  step('lint', [bin('oxlint'), '--type-aware', '--deny-warnings']);
  step('types of tests', [bin('tsc'), '-p', 'tsconfig.test.json']);
  step('openapi', [process.execPath, 'scripts/openapi.mjs', '--check']);
  step('openapi lint', [bin('redocly'), 'lint', 'v1'], { env: { ...process.env, ...REDOCLY_QUIET } });
  step('docs', [process.execPath, 'scripts/check-docs.mjs']);
  step('imports', [process.execPath, 'scripts/check-imports.mjs']);
  step('dependencies', [process.execPath, 'scripts/check-dependencies.mjs']);
}
step('tests', [bin('vitest'), 'run', ...filters]);

function step(name, command, options) {
  console.log(`— ${name}`);
  run(command, options);
}
