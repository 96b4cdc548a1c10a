// npm run tool -- storage, npm run tool -- cluster: runs vitest projects with a one-node Ceph as their S3 store.
// `npm run tool -- storage s3-store` runs one file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { CephError, startCeph } from './ceph.mjs';
import { build, installMissing, requireNode, ROOT } from './prepare.mjs';
import { IN_CI, NOT_IN_CI } from './test-projects.mjs';

const BUCKET = 'vitrine';

const PROJECTS = new Set([...IN_CI, ...NOT_IN_CI.map(({ project }) => project)]);
const projects = process.argv.slice(2).filter((word) => PROJECTS.has(word));
const words = process.argv.slice(2).filter((word) => !PROJECTS.has(word));
const NO_CLUSTER =
  'CITUS_URL names no cluster. These tests want a database with Citus on three nodes that is for nothing else: docs/scale.md, "A cluster".';

requireNode();
if (projects.includes('cluster') && !process.env['CITUS_URL']) {
  console.error(NO_CLUSTER);
  process.exit(1);
}
installMissing();
build();
try {
  process.exitCode = await testOnCeph();
} catch (error) {
  console.error(error instanceof CephError ? error.message : error);
  process.exitCode = 1;
}

async function testOnCeph() {
  console.log('— Ceph');
  const ceph = await startCeph();
  try {
    await ceph.createBucket(BUCKET);
    console.log(`— tests on ${ceph.endpoint}`);
    return await runVitest(toSettings(ceph));
  } finally {
    await ceph.stop();
  }
}

function toSettings({ endpoint, region, accessKeyId, secretAccessKey, gatewayPid }) {
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: BUCKET,
    S3_REGION: region,
    S3_INTEGRITY: 'payload-hash', // what Debian's Ceph 16 enforces; server/test/s3 says so of each setting
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    CEPH_GATEWAY_PID: String(gatewayPid), // for tests that pause it
  };
}

// Not prepare.mjs's run(), which ends this process when the tests fail and is deaf to signals while they run.
async function runVitest(settings) {
  const chosen = projects.flatMap((name) => ['--project', name]);
  const vitest = [join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...chosen];
  const env = { ...process.env, AWS_SESSION_TOKEN: '', ...settings };
  const child = spawn(process.execPath, [...vitest, ...words], { cwd: ROOT, stdio: 'inherit', env });
  const forward = (signal) => child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward);
  const [status, signal] = await once(child, 'exit');
  process.off('SIGINT', forward).off('SIGTERM', forward);
  return status ?? 128 + constants.signals[signal];
}
