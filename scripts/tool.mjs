// npm run tool -- NAME: the commands that are needed now and then. Without a name: lists them.
import { build, installMissing, requireNode, run } from './prepare.mjs';

const vitest = (project) => ['node_modules/vitest/vitest.mjs', 'run', '--project', project];

const TOOLS = {
  openapi: { about: 'writes contract/openapi.json after a change of the contract', command: ['scripts/openapi.mjs'] },
  'release-snapshot': {
    about: 'keeps a backup of the demo as made by this version, for the test of upgrades: once for each release',
    command: ['scripts/release-snapshot.mjs'],
  },
  audit: {
    about: 'compares what we ship with what we agreed to, then asks npm for advisories',
    command: ['scripts/audit.mjs'],
  },
  storage: {
    about: 'the storage tests on a one-node Ceph, which it installs',
    command: ['scripts/test-on-ceph.mjs', 'storage', 'storage-paused'],
  },
  cluster: {
    about: 'the tests on the Citus cluster that CITUS_URL names',
    command: ['scripts/test-on-ceph.mjs', 'cluster'],
  },
  long: {
    about: 'crashes by the dozen, planted faults, a backup under load, a soak, a bench',
    command: vitest('long'),
  },
  failures: {
    about: 'what callers see while PostgreSQL, a disk or a clock fails, on a quiet machine',
    command: vitest('failures'),
  },
  repeat: {
    about: 'npm test again and again beside busy loops: --times 10 --at-once 2',
    command: ['scripts/test-repeatedly.mjs'],
  },
  image: {
    about: 'builds deploy/Dockerfile with buildah and runs it with podman',
    command: ['scripts/test-image.mjs'],
  },
  manifests: { about: 'compose and Kubernetes files against their schemas', command: ['scripts/check-manifests.mjs'] },
  conformance: {
    about: "the Model Context Protocol's own test program against /api/mcp",
    command: ['scripts/test.mjs', 'tests/conformance'],
  },
  blackbox: { about: 'holds any installation to the contract, over HTTP alone', command: ['tests/blackbox/main.mjs'] },
  fuzz: { about: 'hostile requests: --minutes 5 --seed 7', command: ['scripts/timed-run.mjs', 'fuzz'] },
  model: {
    about: 'scenarios with crashes against a model: --minutes 5 --seed 7',
    command: ['scripts/timed-run.mjs', 'model'],
  },
  soak: { about: 'a mix of all endpoints at a set rate', command: ['bench/soak/main.mjs'] },
  'bench-console': { about: 'the console with 5,000 media in a browser', command: ['bench/console.mjs'] },
  screenshots: {
    about: 'a picture of every page and dialog of the console: FOLDER',
    command: ['scripts/console-screens.mjs'],
  },
};

requireNode();
const [name, ...args] = process.argv.slice(2);
if (Object.hasOwn(TOOLS, name ?? '')) {
  installMissing();
  build();
  const { command } = TOOLS[name];
  run([process.execPath, ...command, ...args]);
} else {
  if (name !== undefined) console.error(`There is no tool "${name}".`);
  console.log('npm run tool -- NAME [options]\n');
  for (const [known, { about }] of Object.entries(TOOLS)) console.log(`  ${known.padEnd(14)} ${about}`);
  process.exitCode = name === undefined ? 0 : 1;
}
