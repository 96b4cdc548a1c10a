import type { Command } from 'commander';
import { cleanTagName, tagNameKey, type Client, type Tag } from '@vitrine/client';
import { commandGroup, listCommand, type ListFlags } from './command.js';
import type { Context } from './context.js';
import { Failure } from './failure.js';
import { openClient } from './open-client.js';
import type { Column } from './print.js';
import { pageSize, printList } from './print-list.js';

const COLUMNS: readonly Column<Tag>[] = [
  { heading: 'name', text: (tag) => tag.name, shrinks: true },
  { heading: 'id', text: (tag) => tag.id },
];

export const tagsCommands = (context: Context): Command =>
  commandGroup('tags', "the merchant's tags", [
    listCommand('tags by name', ['tags list', 'tags list --query summer --json']).action(async (flags: ListFlags) => {
      const client = await openClient(context);
      const list = client.tags.list({ q: flags.query, limit: pageSize(flags), signal: context.signal });
      return printList(list, flags, { columns: COLUMNS, empty: 'No tags.' });
    }),
  ]);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// People know a tag by its name, the API by its id.
export async function requireTagIds(client: Client, names: readonly string[], signal: AbortSignal): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) ids.push(UUID.test(name) ? name : await requireTagId(client, name, signal));
  return ids;
}

async function requireTagId(client: Client, name: string, signal: AbortSignal): Promise<string> {
  for await (const tag of client.tags.list({ q: cleanTagName(name), limit: 200, signal })) {
    if (tagNameKey(tag.name) === tagNameKey(name)) return tag.id;
  }
  throw new Failure(`There is no tag «${name}». «vitrine tags list» shows them.`);
}
