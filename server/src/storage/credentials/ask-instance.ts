import type { CredentialSource } from '../../credential-settings.js';
import { StorageUnavailableError } from '../storage-errors.js';
import { askFor, parseJsonKeys } from './ask-keys.js';
import type { BucketKeys } from './bucket-credentials.js';

type Source = Extract<CredentialSource, { kind: 'instance' }>;

const TOKEN_SECONDS = 60;

// A machine's metadata service, in its second version: a token first, which a request that was smuggled through a proxy
// cannot get. The role is asked for each time: another may have been given to the machine.
export async function askInstance({ endpoint }: Source, answerMsMax: number): Promise<BucketKeys> {
  const who = `The machine's metadata service at ${new URL(endpoint).host}`;
  const token = await askFor({
    url: `${endpoint}/latest/api/token`,
    who,
    answerMsMax,
    method: 'PUT',
    headers: { 'x-aws-ec2-metadata-token-ttl-seconds': String(TOKEN_SECONDS) },
  });
  if (!/^[\x21-\x7e]+$/.test(token)) throw new StorageUnavailableError(`${who} gave no token that can be read.`);
  const ask = (path: string): Promise<string> =>
    askFor({
      url: `${endpoint}/latest/meta-data/iam/security-credentials/${path}`,
      who,
      answerMsMax,
      headers: { 'x-aws-ec2-metadata-token': token },
    });
  const [role = ''] = (await ask('')).trim().split('\n');
  if (role === '') throw new StorageUnavailableError(`${who} knows of no role: give the machine one.`);
  return parseJsonKeys(who, await ask(encodeURIComponent(role.trim())));
}
