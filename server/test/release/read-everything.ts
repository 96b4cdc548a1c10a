import { CONSOLE_PATH } from '@vitrine/contract/endpoint';
import { API_PATH } from '@vitrine/contract/endpoint';
import { EXAMPLE_SECRETS } from '../../../tests/harness/archive-fixture.js';
import { sendConsole } from '../../../tests/harness/console.js';
import { send } from '../../../tests/harness/service.js';
import { SPENT_SECRETS } from './seed-content.js';

// Address to status and body, in the order of the reads.
export type Reads = Record<string, { readonly status: number; readonly body: unknown }>;

// What the merchant's people see: first, because what tokens read below is counted.
const CONSOLE = ['/me', '/merchant', '/tokens', '/people', '/invitations', '/activity', '/tags'];
const CONSOLE_LISTS = ['/media', '/playlists', '/campaigns', '/campaigns?archived=true'];
const LISTS = ['/media', '/playlists', '/campaigns', '/tags'];
const FILTERED = ['/media?q=shelf', '/campaigns?q=running', '/playlists?q=WINDOW', '/tags?q=%C3%89t'];

export async function readEverything(url: string, cookie: string | undefined): Promise<Reads> {
  const reads: Reads = {};
  if (cookie !== undefined) await readConsole(url, cookie, reads);
  const read = async (path: string, bearer = EXAMPLE_SECRETS.all, name = path): Promise<unknown> => {
    const { status, body } = await send(url + API_PATH + path, bearer);
    reads[API_PATH + name] = { status, body: comparable(body) };
    return body;
  };
  for (const list of LISTS) {
    const items = itemsOf(await read(`${list}?limit=200`));
    for (const item of list === '/tags' ? [] : items) await read(`${list}/${item.id ?? item.lineageId}`);
    const [tag] = list === '/tags' ? items : [];
    if (tag) for (const tagged of ['/media', '/campaigns']) await read(`${tagged}?tag=${tag.id}`);
    await readOn(read, list);
  }
  for (const path of FILTERED) await read(path);
  for (const [at, secret] of SPENT_SECRETS.entries()) await read('/tags', secret, `/tags as spent ${at}`);
  return reads;
}

async function readConsole(url: string, cookie: string, reads: Reads): Promise<void> {
  const read = async (path: string): Promise<unknown> => {
    const { status, body } = await sendConsole(url, 'GET', path, { headers: { cookie } });
    reads[CONSOLE_PATH + path] = { status, body: comparable(body) };
    return body;
  };
  for (const path of CONSOLE) await read(path);
  for (const path of CONSOLE_LISTS) {
    const [list] = path.split('?');
    for (const item of itemsOf(await read(path))) await read(`${list}/${item.id ?? item.lineageId}`);
  }
  for (const path of Object.keys(reads).filter((one) => /campaigns\/[^/]+$/.test(one)))
    await read(`${path.slice(CONSOLE_PATH.length)}/versions`);
}

// A cursor from before an upgrade goes on after it.
async function readOn(read: (path: string) => Promise<unknown>, list: string): Promise<void> {
  const { nextCursor }: { nextCursor?: string } = Object(await read(`${list}?limit=2`));
  if (nextCursor) await read(`${list}?limit=2&cursor=${encodeURIComponent(nextCursor)}`);
}

type Item = { readonly id?: string; readonly lineageId?: string };

function itemsOf(page: unknown): readonly Item[] {
  const { items = [] }: { items?: Item[] } = Object(page);
  return items;
}

// Signed URLs carry the address of their store: the object that they name is compared.
function comparable(body: unknown): unknown {
  if (body === undefined) return null;
  return JSON.parse(JSON.stringify(body), (key, value: unknown) =>
    typeof value === 'string' && (key.endsWith('Url') || value.includes('?X-Amz-')) ? new URL(value).pathname : value,
  );
}
