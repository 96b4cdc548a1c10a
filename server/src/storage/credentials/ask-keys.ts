// Questions to those who hand out keys. Nothing of an answer but a code goes into a sentence: the rest may be a secret.
import { errorCode } from '@vitrine/disk-s3';
import { StorageUnavailableError } from '../storage-errors.js';
import type { BucketKeys } from './bucket-credentials.js';

type Question = RequestInit & {
  readonly url: string;
  // who is asked, for a sentence
  readonly who: string;
  readonly answerMsMax: number;
};

export async function askFor(question: Question): Promise<string> {
  const { who } = question;
  const answer = await fetchText(question);
  if (answer.ok) return answer.text;
  const code = /<Code>([A-Za-z0-9.]{1,64})<\/Code>|"code"\s*:\s*"([A-Za-z0-9.]{1,64})"/i.exec(answer.text);
  const name = code?.[1] ?? code?.[2];
  throw new StorageUnavailableError(`${who} answered ${answer.status}${name === undefined ? '' : ` (${name})`}.`);
}

async function fetchText({ url, who, answerMsMax, ...init }: Question) {
  try {
    const response = await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(answerMsMax) });
    const { ok, status } = response;
    return { ok, status, text: await response.text() };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError')
      throw new StorageUnavailableError(`${who} did not answer in ${answerMsMax} ms.`);
    const reason = error instanceof Error ? (errorCode(error.cause) ?? error.name) : 'unknown reason';
    throw new StorageUnavailableError(`${who} cannot be reached (${reason}).`);
  }
}

// What all of them call the same.
type Given = {
  readonly accessKeyId: unknown;
  readonly secretAccessKey: unknown;
  readonly sessionToken: unknown;
  readonly expiration: unknown;
};

export function parseKeys(who: string, given: Given): BucketKeys {
  const { accessKeyId, secretAccessKey, sessionToken } = given;
  const expiresAt = Date.parse(String(given.expiration));
  if (!isText(accessKeyId) || !isText(secretAccessKey) || !isText(sessionToken) || Number.isNaN(expiresAt))
    throw new StorageUnavailableError(`${who} gave no keys that can be read.`);
  return { accessKeyId, secretAccessKey, sessionToken, expiresAt };
}

// Of the JSON that containers and machines are answered with.
export function parseJsonKeys(who: string, text: string): BucketKeys {
  const given = parseObject(text);
  return parseKeys(who, {
    accessKeyId: given['AccessKeyId'],
    secretAccessKey: given['SecretAccessKey'],
    sessionToken: given['Token'],
    expiration: given['Expiration'],
  });
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
