// Where the keys of the bucket come from, under the names that AWS's own programs have for it. What is given decides, in the
// order of those programs; the metadata service of a machine must be asked for, because elsewhere nobody answers there.
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Reader } from './settings.js';

export type Keys = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
};

export type CredentialSource =
  // Files among them are read again while the service runs.
  | { readonly kind: 'keys'; readonly keys: Keys; readonly files: Readonly<Partial<Record<keyof Keys, string>>> }
  | { readonly kind: 'profile'; readonly file: string; readonly profile: string }
  | {
      readonly kind: 'web-identity';
      readonly endpoint: string;
      readonly roleArn: string;
      readonly sessionName: string;
      readonly tokenFile: string;
    }
  | {
      readonly kind: 'container';
      readonly url: string;
      readonly token: string | undefined;
      readonly tokenFile: string | undefined;
    }
  | { readonly kind: 'instance'; readonly endpoint: string };

export function readCredentialSource(read: Reader): CredentialSource {
  if (read.choice('S3_CREDENTIALS', ['auto', 'instance']) === 'instance') {
    const name = 'AWS_EC2_METADATA_SERVICE_ENDPOINT';
    return { kind: 'instance', endpoint: read.url(name) ?? read.text(name) };
  }
  if (read.given('AWS_ACCESS_KEY_ID') || read.given('AWS_SECRET_ACCESS_KEY')) return keys(read);
  if (read.given('AWS_PROFILE') || read.given('AWS_SHARED_CREDENTIALS_FILE')) return profile(read);
  if (read.given('AWS_WEB_IDENTITY_TOKEN_FILE') || read.given('AWS_ROLE_ARN')) return webIdentity(read);
  const [relative, full] = [
    read.given('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI'),
    read.given('AWS_CONTAINER_CREDENTIALS_FULL_URI'),
  ];
  if (relative || full) return container(read);
  read.fault(
    'AWS_ACCESS_KEY_ID',
    'is needed for an S3 store, with AWS_SECRET_ACCESS_KEY: set them or another source of keys (docs/configuration.md#keys-of-the-bucket), or unset S3_ENDPOINT and S3_BUCKET to use the embedded store',
  );
  return keys(read);
}

const CONTAINERS = 'http://169.254.170.2';

function keys(read: Reader): CredentialSource {
  if (read.given('AWS_ACCESS_KEY_ID')) read.required('AWS_SECRET_ACCESS_KEY');
  else if (read.given('AWS_SECRET_ACCESS_KEY')) read.required('AWS_ACCESS_KEY_ID');
  const files = {
    accessKeyId: read.file('AWS_ACCESS_KEY_ID'),
    secretAccessKey: read.file('AWS_SECRET_ACCESS_KEY'),
    sessionToken: read.file('AWS_SESSION_TOKEN'),
  };
  return {
    kind: 'keys',
    keys: {
      accessKeyId: read.text('AWS_ACCESS_KEY_ID'),
      secretAccessKey: read.text('AWS_SECRET_ACCESS_KEY'),
      sessionToken: read.given('AWS_SESSION_TOKEN') ? read.text('AWS_SESSION_TOKEN') : undefined,
    },
    files: Object.fromEntries(
      Object.entries(files).flatMap(([name, path]) => (path === undefined ? [] : [[name, path]])),
    ),
  };
}

function profile(read: Reader): CredentialSource {
  const file = read.given('AWS_SHARED_CREDENTIALS_FILE')
    ? read.text('AWS_SHARED_CREDENTIALS_FILE')
    : join(homedir(), '.aws', 'credentials');
  return { kind: 'profile', file, profile: read.given('AWS_PROFILE') ? read.text('AWS_PROFILE') : 'default' };
}

function webIdentity(read: Reader): CredentialSource {
  for (const name of ['AWS_ROLE_ARN', 'AWS_WEB_IDENTITY_TOKEN_FILE'] as const)
    if (!read.given(name)) read.fault(name, 'is needed too: a role is assumed with AWS_ROLE_ARN and a token in a file');
  return {
    kind: 'web-identity',
    endpoint: read.url('AWS_ENDPOINT_URL_STS') ?? stsOf(read.text('S3_REGION')),
    roleArn: read.text('AWS_ROLE_ARN'),
    sessionName: read.text('AWS_ROLE_SESSION_NAME'),
    tokenFile: read.text('AWS_WEB_IDENTITY_TOKEN_FILE'),
  };
}

const stsOf = (region: string): string => `https://sts.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;

// What hands out keys is on this machine, or is known by its certificate: over plain http elsewhere anybody could read them.
const IS_NEAR =
  /^https:\/\/|^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\]|169\.254\.170\.(?:2|23)|\[fd00:ec2::23\])(?=[:/]|$)/;

function container(read: Reader): CredentialSource {
  const tokenFile = read.file('AWS_CONTAINER_AUTHORIZATION_TOKEN');
  const token = read.given('AWS_CONTAINER_AUTHORIZATION_TOKEN')
    ? read.text('AWS_CONTAINER_AUTHORIZATION_TOKEN')
    : undefined;
  const path = read.text('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI');
  if (path !== '') {
    if (!path.startsWith('/')) read.fault('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI', 'is no path: it begins with /');
    return { kind: 'container', url: CONTAINERS + path, token, tokenFile };
  }
  const url = read.text('AWS_CONTAINER_CREDENTIALS_FULL_URI');
  if (!URL.canParse(url) || !IS_NEAR.test(url))
    read.fault(
      'AWS_CONTAINER_CREDENTIALS_FULL_URI',
      'is no address that hands out keys: https, or this machine, or one of those that containers know',
    );
  return { kind: 'container', url, token, tokenFile };
}
