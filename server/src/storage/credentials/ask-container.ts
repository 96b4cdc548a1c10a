import type { CredentialSource } from '../../credential-settings.js';
import { askFor, parseJsonKeys } from './ask-keys.js';
import type { BucketKeys } from './bucket-credentials.js';
import { readSecret } from './read-keys.js';

type Source = Extract<CredentialSource, { kind: 'container' }>;

// The agent beside a container (ECS, EKS Pod Identity, Greengrass). Its token is read each time: EKS writes it anew.
export async function askContainer({ url, token, tokenFile }: Source, answerMsMax: number): Promise<BucketKeys> {
  const who = `The agent that hands out the container's keys, at ${new URL(url).host},`;
  const authorization = tokenFile === undefined ? token : await readSecret(tokenFile);
  const headers = { accept: 'application/json', ...(authorization !== undefined && { authorization }) };
  return parseJsonKeys(who, await askFor({ url, who, answerMsMax, headers }));
}
