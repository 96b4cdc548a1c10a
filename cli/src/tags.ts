import type { Tag } from '@vitrine/client';
import type { Command } from 'commander';
import { commandGroup, type Context } from './command.js';
import type { Column } from './print.js';
import { listCommand } from './read-commands.js';

const COLUMNS: readonly Column<Tag>[] = [
  { heading: 'name', text: (tag) => tag.name, shrinks: true },
  { heading: 'id', text: (tag) => tag.id },
];

export const tagsCommands = (context: Context): Command =>
  commandGroup('tags', "the merchant's tags", [
    listCommand(context, {
      about: 'tags by name',
      examples: ['tags list', 'tags list --query summer --json'],
      columns: COLUMNS,
      empty: 'No tags.',
      list: (client, query) => client.tags.list(query),
    }),
  ]);
