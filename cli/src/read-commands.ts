import { cleanTagName, tagNameKey, type CallOptions, type Client, type PageList } from '@vitrine/client';
import type { Command } from 'commander';
import { collect, command, parseCount, type Context } from './command.js';
import { CliError } from './errors.js';
import { openClient } from './open-client.js';
import { print, printJson, printTable, tell, type Column, type OutputOptions } from './print.js';

type Getting<Item> = {
  readonly about: string;
  readonly examples: readonly string[];
  readonly argument: string;
  readonly get: (client: Client, id: string, options: CallOptions) => Promise<Item>;
  readonly show: (item: Item) => void;
};

// `… get ID`: one thing, for people or for programs.
export const getCommand = <Item>(context: Context, { about, examples, argument, get, show }: Getting<Item>): Command =>
  command('get', about, examples)
    .argument('<id>', argument)
    .action(async (id: string, options: OutputOptions) => {
      const item = await get(await openClient(context), id, context);
      if (options.json) return printJson(item);
      if (!options.quiet) show(item);
    });

type Listing<Item> = {
  readonly about: string;
  readonly examples: readonly string[];
  readonly columns: readonly Column<Item>[];
  readonly empty: string;
  readonly hasTags?: boolean;
  readonly list: (client: Client, query: ListQuery) => PageList<Item>;
};
type ListQuery = CallOptions & {
  readonly q: string | undefined;
  readonly tag: string[] | undefined;
  readonly limit: number;
};
type ListFlags = OutputOptions & {
  readonly query?: string;
  readonly tag?: readonly string[];
  readonly limit: number;
  readonly all?: boolean;
};

const LIMIT = 50;
const PAGE_ITEMS_MAX = 200;

// `… list`: as much of a list as was asked for.
export function listCommand<Item>(context: Context, listing: Listing<Item>): Command {
  const list = command('list', listing.about, listing.examples)
    .option('--query <text>', 'only what contains this text')
    .option('--limit <count>', 'how many at most', parseCount, LIMIT)
    .option('--all', 'all of them');
  if (listing.hasTags)
    list.option('--tag <name>', 'only those with this tag (name or id); repeat it for several', collect);
  return list.action(async (flags: ListFlags) => {
    const { signal } = context;
    const client = await openClient(context);
    const tag = flags.tag && (await requireTagIds(client, flags.tag, signal));
    const limit = flags.all ? PAGE_ITEMS_MAX : Math.min(flags.limit, PAGE_ITEMS_MAX);
    const found = listing.list(client, { q: flags.query, tag, limit, signal });
    return flags.json ? printJsonList(found, flags) : printList(found, flags, listing);
  });
}

async function printList<Item>(list: PageList<Item>, flags: ListFlags, listing: Listing<Item>): Promise<void> {
  const { items, hasMore } = await take(list, flags);
  if (flags.quiet) return;
  if (items.length === 0) return tell(listing.empty);
  printTable(listing.columns, items);
  if (hasMore) tell(`There are more: --limit ${items.length * 2}, or --all.`);
}

async function take<Item>(list: PageList<Item>, { all, limit }: ListFlags) {
  const items: Item[] = [];
  for await (const page of list.pages()) {
    items.push(...page.items);
    if (!all && items.length >= limit) {
      return { items: items.slice(0, limit), hasMore: items.length > limit || page.nextCursor !== null };
    }
  }
  return { items, hasMore: false };
}

// Written as it comes, so that a library of any size passes through.
async function printJsonList<Item>(list: PageList<Item>, { all, limit }: ListFlags): Promise<void> {
  let left = all ? Number.POSITIVE_INFINITY : limit;
  let before = '[\n';
  for await (const page of list.pages()) {
    for (const item of page.items.slice(0, left)) {
      process.stdout.write(before + JSON.stringify(item, null, 2).replace(/^/gm, '  '));
      before = ',\n';
    }
    left -= page.items.length;
    if (left <= 0) break;
  }
  print(before === '[\n' ? '[]' : '\n]');
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// People know a tag by its name, the API by its id.
async function requireTagIds(client: Client, names: readonly string[], signal: AbortSignal): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) ids.push(UUID.test(name) ? name : await requireTagId(client, name, signal));
  return ids;
}

async function requireTagId(client: Client, name: string, signal: AbortSignal): Promise<string> {
  for await (const tag of client.tags.list({ q: cleanTagName(name), limit: PAGE_ITEMS_MAX, signal })) {
    if (tagNameKey(tag.name) === tagNameKey(name)) return tag.id;
  }
  throw new CliError(`There is no tag «${name}». «vitrine tags list» shows them.`);
}
