// npm run tool -- NAME: the commands that are needed now and then. Without a name: lists them.
import { build, installMissing, requireNode, run } from './prepare.mjs';

const vitest = (project) => ['node_modules/vitest/vitest.mjs', 'run', '--project', project];

const TOOLS = {
  openapi: ['writes contract/openapi.json after a change of the contract', ['scripts/openapi.mjs']],
  audit: ['compares what we ship with what we agreed to, then asks npm for advisories', ['scripts/audit.mjs']],
  storage: [
    'the storage tests on a one-node Ceph, which it installs',
    ['scripts/test-on-ceph.mjs', 'storage', 'storage-paused'],
  ],
  cluster: ['the tests on the Citus cluster that CITUS_URL names', ['scripts/test-on-ceph.mjs', 'cluster']],
  long: ['crashes by the dozen, planted faults, a backup under load, a soak, a bench', vitest('long')],
  failures: ['what callers see while PostgreSQL, a disk or a clock fails, on a quiet machine', vitest('failures')],
  repeat: ['npm test again and again beside busy loops: --times 10 --at-once 2', ['scripts/test-repeatedly.mjs']],
  image: ['builds deploy/Dockerfile with buildah and runs it with podman', ['scripts/test-image.mjs']],
  manifests: ['compose and Kubernetes files against their schemas', ['scripts/check-manifests.mjs']],
  conformance: [
    "the Model Context Protocol's own test program against /api/mcp",
    ['scripts/test.mjs', 'tests/conformance'],
  ],
  blackbox: ['holds any installation to the contract, over HTTP alone', ['tests/blackbox/main.mjs']],
  fuzz: ['hostile requests: --minutes 5 --seed 7', ['scripts/timed-run.mjs', 'fuzz']],
  model: ['scenarios with crashes against a model: --minutes 5 --seed 7', ['scripts/timed-run.mjs', 'model']],
  soak: ['a mix of all endpoints at a set rate', ['bench/soak/main.mjs']],
  'bench-console': ['the console with 5,000 media in a browser', ['bench/console.mjs']],
  screenshots: ['a picture of every page and dialog of the console: FOLDER', ['scripts/console-screens.mjs']],
};

requireNode();
const [name, ...args] = process.argv.slice(2);
if (Object.hasOwn(TOOLS, name ?? '')) {
  installMissing();
  build();
  const [, command] = TOOLS[name];
  run([process.execPath, ...command, ...args]);
} else {
  if (name !== undefined) console.error(`There is no tool "${name}".`);
  console.log('npm run tool -- NAME [options]\n');
  for (const [known, [about]] of Object.entries(TOOLS)) console.log(`  ${known.padEnd(14)} ${about}`);
  process.exitCode = name === undefined ? 0 : 1;
}
