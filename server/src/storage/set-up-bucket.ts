// Gives the bucket the CORS rule that the console and screens need, beside the rules that it has.
import { createHash } from 'node:crypto';
import { createSigner } from '@vitrine/disk-s3';
import type { Clock } from '../clock.js';
import type { StorageConfig } from '../config.js';
import { CommandError } from '../errors.js';
import { toKeySource } from './credentials/key-source.js';
import { openCredentials } from './credentials/open-credentials.js';
import { allowsPages, newProbe } from './probe-bucket.js';
import { createS3Client, readErrorCode, type S3Client } from './s3-request.js';
import { createS3Store } from './s3-store.js';
import { elementsOf, escapeXml } from './s3-xml.js';

type S3Config = Extract<StorageConfig, { kind: 's3' }>;

// `there`: nothing had to be done.
export async function setUpBucket(storage: S3Config, baseUrl: string, clock: Clock): Promise<'set' | 'there'> {
  const { origin } = new URL(baseUrl);
  const credentials = await openCredentials(toKeySource(storage.credentials), { clock });
  const store = createS3Store({ ...storage, credentials, clock });
  await store.check();
  if (await allowsPages(newProbe(store).put, origin)) return 'there';
  const client = createS3Client(storage.endpoint, () => createSigner({ ...storage, ...credentials.keys(), clock }));
  await putRules(client, [...(await readRules(client)), ruleFor(origin)], origin);
  if (await allowsPages(newProbe(store).put, origin)) return 'set';
  throw new CommandError(
    `${client.host} took the CORS rule and does not keep to it yet. Some stores need a minute: ask again with vitrine-server doctor.`,
  );
}

const QUERY = { cors: '' };

async function readRules(client: S3Client): Promise<string[]> {
  const response = await client.send({ method: 'GET', key: '', query: QUERY });
  // Without rules, or without the right to read them: writing tells.
  const xml = await response.text();
  return response.ok ? elementsOf(xml, 'CORSRule') : [];
}

const METHODS = ['GET', 'HEAD', 'PUT'];

const ruleFor = (origin: string): string =>
  [
    `<AllowedOrigin>${escapeXml(origin)}</AllowedOrigin>`,
    ...METHODS.map((method) => `<AllowedMethod>${method}</AllowedMethod>`),
    '<AllowedHeader>*</AllowedHeader>',
    '<ExposeHeader>ETag</ExposeHeader>',
    '<MaxAgeSeconds>3600</MaxAgeSeconds>',
  ].join('');

async function putRules(client: S3Client, rules: readonly string[], origin: string): Promise<void> {
  const body = `<CORSConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${rules
    .map((rule) => `<CORSRule>${rule}</CORSRule>`)
    .join('')}</CORSConfiguration>`;
  const headers = { 'content-md5': createHash('md5').update(body).digest('base64') };
  const response = await client.send({ method: 'PUT', key: '', query: QUERY, headers, body });
  const code = await readErrorCode(response);
  if (response.ok) return;
  throw new CommandError(
    `${client.host} did not let this key set CORS rules (${code ?? response.status}). Set one there by hand, or with another key: origin ${origin}, methods ${METHODS.join(', ')}, all headers (docs/configuration.md#cors).`,
  );
}
