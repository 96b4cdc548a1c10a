import { randomUUID } from 'node:crypto';
import { CONSOLE_PATH } from '@vitrine/contract/endpoint';
import { API_PATH } from '@vitrine/contract/endpoint';
import { CAMPAIGNS, FILE_BYTES, MEDIA, PLAYLISTS, THUMBNAIL_BYTES } from './model.js';
import type { Target } from './target.js';

export type Sent = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};
export type Answered = { readonly status: number; readonly body: unknown; readonly bytes: Buffer };

// One request and its answer; null when the answer was lost.
export type Exchange = (sent: Sent) => Promise<Answered | null>;

export type IssuedToken = { readonly id: string; readonly secret: string };

// A merchant of its own for one scenario: what stands behind the model's numbers, and the ways to ask for it.
export async function openStage(target: Target, exchange: Exchange, quotaBytes: number) {
  const merchant = await target.newMerchant(quotaBytes);
  const ids = {
    media: MEDIA.map(() => randomUUID() as string),
    playlists: PLAYLISTS.map(() => randomUUID() as string),
    campaigns: CAMPAIGNS.map(() => randomUUID() as string),
  };
  const ask = (method: string, body: unknown, headers: Record<string, string>, url: string) => {
    const sent = { method, url, headers };
    if (body === undefined) return exchange(sent);
    return exchange({
      ...sent,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  };
  return {
    ...merchant,
    ids,
    // By the operation that issued them.
    tokens: new Map<number, IssuedToken>(),
    // As a client knows them: from what it last read.
    revisions: { playlists: new Map<number, number>(), campaigns: new Map<number, number>() },
    exchange,
    api: (method: string, path: string, body?: unknown, secret = merchant.secret) =>
      ask(method, body, { authorization: `Bearer ${secret}` }, target.url() + API_PATH + path),
    console: (method: string, path: string, body?: unknown) => {
      // Of several instances it is another one each time.
      const url = target.url();
      return ask(method, body, { cookie: merchant.cookie, origin: url }, url + CONSOLE_PATH + path);
    },
  };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

// An operation on it, with a number of its own.
export type Act = { readonly stage: Stage; readonly by: number };

// The same bytes at every merchant; the first ones tell the files apart.
export const fileOf = (file: number): Buffer => Buffer.alloc(FILE_BYTES[file] ?? 0, `file ${file} `);
export const THUMBNAIL = Buffer.alloc(THUMBNAIL_BYTES, 'thumbnail ');

export const overHttp: Exchange = async ({ method, url, headers, body }) => {
  try {
    const init = body === undefined ? {} : { body };
    const response = await fetch(url, { method, headers, ...init });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: response.status, body: isJson ? JSON.parse(bytes.toString('utf8')) : undefined, bytes };
  } catch {
    return null;
  }
};
