// npm run test:s3: what needs an S3 store is tested against a real one. `npm run test:s3 -- s3-store` runs one file.
// npm run test:citus: what a cluster needs, with that store beside it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { CephError, startCeph } from './ceph.mjs';
import { build, installMissing, requireNode, ROOT } from './prepare.mjs';

const BUCKET = 'vitrine';

const [config, ...filters] = process.argv.slice(2);
const NO_CLUSTER =
  'CITUS_URL names no cluster. These tests want a database with Citus on three nodes that is for nothing else: docs/scale.md, «A cluster».';

requireNode();
if (config === 'vitest.citus.config.ts' && !process.env['CITUS_URL']) {
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
  const vitest = [join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', config];
  const env = { ...process.env, AWS_SESSION_TOKEN: '', ...settings };
  const child = spawn(process.execPath, [...vitest, ...filters], { cwd: ROOT, stdio: 'inherit', env });
  const forward = (signal) => child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward);
  const [status, signal] = await once(child, 'exit');
  process.off('SIGINT', forward).off('SIGTERM', forward);
  return status ?? 128 + constants.signals[signal];
}
