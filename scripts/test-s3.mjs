// npm run test:s3: what needs an S3 store is tested against a real one. `npm run test:s3 -- s3-store` runs one file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { CephFault, startCeph } from './ceph.mjs';
import { build, installMissing, requireNode, ROOT } from './prepare.mjs';

const BUCKET = 'vitrine';

requireNode();
installMissing();
build();
try {
  process.exitCode = await testOnCeph(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof CephFault ? error.message : error);
  process.exitCode = 1;
}

async function testOnCeph(filters) {
  console.log('— Ceph');
  const ceph = await startCeph();
  try {
    await ceph.createBucket(BUCKET);
    console.log(`— tests on ${ceph.endpoint}`);
    return await runVitest(filters, toSettings(ceph));
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
async function runVitest(filters, settings) {
  const vitest = [join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', 'vitest.s3.config.ts'];
  const env = { ...process.env, AWS_SESSION_TOKEN: '', ...settings };
  const child = spawn(process.execPath, [...vitest, ...filters], { cwd: ROOT, stdio: 'inherit', env });
  const forward = (signal) => child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward);
  const [status, signal] = await once(child, 'exit');
  process.off('SIGINT', forward).off('SIGTERM', forward);
  return status ?? 128 + constants.signals[signal];
}
