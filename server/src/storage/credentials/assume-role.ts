import type { CredentialSource } from '../../credential-settings.js';
import { textsOf } from '../s3-xml.js';
import { askFor, parseKeys } from './ask-keys.js';
import type { BucketKeys } from './bucket-credentials.js';
import { readSecret } from './read-keys.js';

type Source = Extract<CredentialSource, { kind: 'web-identity' }>;

// AssumeRoleWithWebIdentity of AWS's STS, or Ceph's. The token is its own proof, so nothing is signed; it is read each time,
// because whoever issues it (Kubernetes) writes it anew.
export async function assumeRole(
  { endpoint, roleArn, sessionName, tokenFile }: Source,
  answerMsMax: number,
): Promise<BucketKeys> {
  const who = `The token service at ${new URL(endpoint).host}`;
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: roleArn,
    RoleSessionName: sessionName,
    WebIdentityToken: await readSecret(tokenFile),
  });
  const xml = await askFor({ url: `${endpoint}/`, who, answerMsMax, method: 'POST', body });
  const [[accessKeyId], [secretAccessKey], [sessionToken], [expiration]] = [
    textsOf(xml, 'AccessKeyId'),
    textsOf(xml, 'SecretAccessKey'),
    textsOf(xml, 'SessionToken'),
    textsOf(xml, 'Expiration'),
  ];
  return parseKeys(who, { accessKeyId, secretAccessKey, sessionToken, expiration });
}
