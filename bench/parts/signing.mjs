// Signed URLs a second: the service's signer, aws4 and the AWS SDK, each on its own in turns.
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import aws4 from 'aws4';
import { systemClock } from '../../server/dist/clock.js';
import { createPresigning } from '../../server/dist/storage/presign-object.js';
import { inRounds, median } from '../rounds.mjs';

const SECONDS = 0.3;
const BATCH = 20;
const storage = {
  endpoint: 'http://127.0.0.1:9000',
  bucket: 'vitrine',
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};

export async function benchSigning({ rounds }, log) {
  log('signed URLs');
  const keys = Array.from({ length: 100 }, (_, at) => `${at.toString(16).padStart(40, '0')}.jpg`);
  const programs = [
    {
      name: 'service',
      sign: createPresigning({ ...storage, clock: systemClock }, 'checksum').signedGetUrl,
    },
    { name: 'aws4', sign: signWithAws4 },
    { name: 'AWS SDK', sign: signWithSdk() },
  ];
  for (const program of programs) await signFor(SECONDS, program, keys);
  const measured = await inRounds(2 * rounds, programs, (program) => signFor(SECONDS, program, keys));
  // CPU time, not the clock's: a neighbour on the machine does not make a signer slower.
  return [...measured].map(([program, runs]) => ({ program, perSecond: median(runs) }));
}

async function signFor(seconds, { sign }, keys) {
  const before = process.cpuUsage();
  const started = performance.now();
  let signed = 0;
  while (performance.now() - started < seconds * 1000) {
    for (let left = BATCH; left > 0; left -= 1) {
      const url = sign(keys[signed++ % keys.length]);
      if (typeof url !== 'string') await url;
    }
  }
  const { user, system } = process.cpuUsage(before);
  return signed / ((user + system) / 1e6);
}

function signWithAws4(key) {
  const request = { service: 's3', host: '127.0.0.1:9000', path: `/vitrine/${key}?X-Amz-Expires=900`, signQuery: true };
  const { host, path } = aws4.sign({ ...request, region: storage.region }, storage);
  return `http://${host}${path}`;
}

function signWithSdk() {
  const { endpoint, region, accessKeyId, secretAccessKey, bucket: Bucket } = storage;
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
  });
  return (Key) => getSignedUrl(client, new GetObjectCommand({ Bucket, Key }), { expiresIn: 900 });
}
