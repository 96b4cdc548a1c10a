import type { CredentialSource } from '../../credential-settings.js';
import { askInstance } from './ask-instance.js';
import { askFor, parseJsonKeys } from './ask-keys.js';
import { assumeRole } from './assume-role.js';
import type { BucketKeys } from './bucket-credentials.js';
import { readKeyFiles, readProfile, readSecret } from './read-keys.js';

export type KeySource = {
  // for the operator; nothing secret is in it
  readonly name: string;
  // Throws StorageUnavailableError with a sentence for the operator.
  readonly load: () => Promise<BucketKeys>;
  // Settings stay as they are, files may change at any moment, a session ends.
  readonly kind: 'settings' | 'files' | 'session';
};

// The name of those that stay.
export const SETTINGS_SOURCE = 'the settings';

// Those who hand out keys are near, and mostly on this machine.
const ANSWER_MS_MAX = 5_000;

export function toKeySource(source: CredentialSource, answerMsMax = ANSWER_MS_MAX): KeySource {
  switch (source.kind) {
    case 'keys': {
      const paths = Object.values(source.files);
      if (paths.length === 0) return { kind: 'settings', name: SETTINGS_SOURCE, load: async () => source.keys };
      return { kind: 'files', name: `files (${paths.join(', ')})`, load: () => readKeyFiles(source) };
    }
    case 'profile':
      return { kind: 'files', name: `profile ${source.profile} in ${source.file}`, load: () => readProfile(source) };
    case 'web-identity':
      return {
        kind: 'session',
        name: `role ${source.roleArn}, by web identity`,
        load: () => assumeRole(source, answerMsMax),
      };
    case 'container':
      return {
        kind: 'session',
        name: `the container's role, at ${source.url}`,
        load: () => askContainer(source, answerMsMax),
      };
    case 'instance':
      return {
        kind: 'session',
        name: `the machine's role, at ${source.endpoint}`,
        load: () => askInstance(source, answerMsMax),
      };
  }
}

type Source = Extract<CredentialSource, { kind: 'container' }>;

// The agent beside a container (ECS, EKS Pod Identity, Greengrass). Its token is read each time: EKS writes it anew.
async function askContainer({ url, token, tokenFile }: Source, answerMsMax: number): Promise<BucketKeys> {
  const who = `The agent that hands out the container's keys, at ${new URL(url).host},`;
  const authorization = tokenFile === undefined ? token : await readSecret(tokenFile);
  const headers = { accept: 'application/json', ...(authorization !== undefined && { authorization }) };
  return parseJsonKeys(who, await askFor({ url, who, answerMsMax, headers }));
}
