// What lies in the bucket, a page of a thousand at a time. Names that are not ours are passed over.
import { isObjectKey, type ObjectKey } from './object-key.js';
import { refusal, type S3Client } from './s3-request.js';

export async function* listBucket(client: S3Client): AsyncGenerator<readonly ObjectKey[]> {
  let token: string | undefined;
  do {
    const query = { 'list-type': '2', ...(token === undefined ? {} : { 'continuation-token': token }) };
    const response = await client.send({ method: 'GET', key: '', query });
    if (!response.ok) throw await refusal(client.host, 'list its objects', response);
    const xml = await response.text();
    yield textsOf(xml, 'Key').filter(isObjectKey);
    token = textsOf(xml, 'NextContinuationToken')[0];
  } while (token !== undefined);
}

// By the store's own clock: ours may differ.
export async function findAgeMs(client: S3Client, key: ObjectKey): Promise<number | undefined> {
  const response = await client.send({ method: 'HEAD', key });
  const [now, then] = ['date', 'last-modified'].map((name) => Date.parse(response.headers.get(name) ?? ''));
  if (response.status === 404) return undefined;
  if (!response.ok) throw await refusal(client.host, 'tell of an object', response);
  const age = (now ?? Number.NaN) - (then ?? Number.NaN);
  return Number.isNaN(age) ? undefined : age;
}

function textsOf(xml: string, tag: string): string[] {
  const found = xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'));
  return [...found].map(([, text = '']) =>
    text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity] ?? entity),
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};
