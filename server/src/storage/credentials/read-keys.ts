// Keys that stand in files: one a file, or several in a profile of AWS's shared file.
import { readFile } from 'node:fs/promises';
import type { CredentialSource, Keys } from '../../credential-settings.js';
import { errorCode } from '@vitrine/disk-s3';
import { StorageUnavailableError } from '../storage-errors.js';

type Source<Kind> = Extract<CredentialSource, { kind: Kind }>;

export async function readKeyFiles({ keys, files }: Source<'keys'>): Promise<Keys> {
  const read = Object.entries(files).map(async ([name, path]) => [name, await readSecret(path)] as const);
  return { ...keys, ...Object.fromEntries(await Promise.all(read)) };
}

// One line end behind it does not count, as with every setting in a file.
export async function readSecret(path: string): Promise<string> {
  const text = (await readText(path)).replace(/\r?\n$/, '');
  if (text === '' || /[\r\n]/.test(text))
    throw new StorageUnavailableError(`${path} holds no key: it must have one line.`);
  return text;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new StorageUnavailableError(`${path}, which holds a key, cannot be read (${errorCode(error)}).`);
  }
}

// Keys as they stand there. A profile that leads elsewhere (a role, a program, a sign-in) has none.
export async function readProfile({ file, profile }: Source<'profile'>): Promise<Keys> {
  const values = valuesOf(await readText(file), profile);
  if (values === undefined) throw new StorageUnavailableError(`${file} has no profile ${profile}.`);
  const accessKeyId = values.get('aws_access_key_id');
  const secretAccessKey = values.get('aws_secret_access_key');
  if (!accessKeyId || !secretAccessKey)
    throw new StorageUnavailableError(
      `The profile ${profile} in ${file} needs aws_access_key_id and aws_secret_access_key.`,
    );
  return { accessKeyId, secretAccessKey, sessionToken: values.get('aws_session_token') || undefined };
}

function valuesOf(text: string, profile: string): ReadonlyMap<string, string> | undefined {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const start = lines.findIndex((line) => /^\[\s*(?:profile\s+)?(.*?)\s*\]/.exec(line)?.[1] === profile);
  if (start === -1) return undefined;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith('['));
  const pairs = (end === -1 ? rest : rest.slice(0, end))
    .filter((line) => !/^[#;]/.test(line))
    .map((line) => line.split(/\s*=\s*(.*)/s, 2));
  return new Map(pairs.map(([name = '', value = '']) => [name.toLowerCase(), value]));
}
