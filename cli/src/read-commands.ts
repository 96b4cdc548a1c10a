import type { PageList } from '@vitrine/client';
import type { ListFlags } from './command.js';
import { print, printTable, tell, type Column } from './print.js';

const PAGE_ITEMS_MAX = 200;

export const pageSize = ({ all, limit }: ListFlags): number => (all ? PAGE_ITEMS_MAX : Math.min(limit, PAGE_ITEMS_MAX));

type Shown<Item> = { readonly columns: readonly Column<Item>[]; readonly empty: string };

export async function printList<Item>(list: PageList<Item>, flags: ListFlags, shown: Shown<Item>): Promise<void> {
  if (flags.json) return printJsonList(list, flags);
  const { items, hasMore } = await take(list, flags);
  if (flags.quiet) return;
  if (items.length === 0) return tell(shown.empty);
  printTable(shown.columns, items);
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
