// Statements as they are sent to the node that has the merchant's shard: to the tables of the shard itself. PostgreSQL has plans of
// those that it keeps, whatever the statement; asked for the table of all shards, Citus plans most of them anew, twice each time.
import type { PlainStatement } from './sql.js';
import type { NamedStatement } from './prepared-query.js';

// The tables of one shard, by the names that statements have for them.
export type ShardTables = {
  readonly shard: string;
  // Another wherever any of the names is.
  readonly key: string;
  // What the shard has, and what every node has whole.
  readonly content: ReadonlyMap<string, string>;
  readonly shared: ReadonlyMap<string, string>;
};

export type ShardStatement = NamedStatement & { readonly writes: boolean };

type Text = { readonly text: string; readonly writes: boolean };

// Undefined for what has to be asked of the whole cluster: it writes or locks what every node has.
export function createShardStatements(tables: ShardTables): (statement: PlainStatement) => ShardStatement | undefined {
  // Texts are those of the program: some hundred.
  const texts = new Map<string, Text | undefined>();
  return ({ text, values, name }) => {
    if (!texts.has(text)) texts.set(text, toShardText(text, tables));
    const found = texts.get(text);
    // Without a name it is parsed every time.
    return found && { ...found, values, name: name === undefined ? '' : `${name}_${tables.key}` };
  };
}

export function toShardText(text: string, { content, shared }: ShardTables): Text | undefined {
  const locks = /\bfor (?:no key update|update|key share|share)\b/.test(text);
  const writes = locks || /\b(?:insert|update|delete)\b/.test(text);
  let isOfAll = false;
  const sent = text.replace(NAMED_TABLE, (whole, before: string, table: string, alias: string | undefined) => {
    const name = content.get(table) ?? shared.get(table);
    if (name === undefined) return whole;
    isOfAll ||= shared.has(table) && (locks || WRITTEN.test(before));
    return `${before}${name}${alias ?? ` as ${table}`}`;
  });
  return isOfAll ? undefined : { text: sent, writes };
}

// Words that may follow a table's name and are no name for it.
const NO_ALIAS =
  'cross|default|except|fetch|for|full|group|having|inner|intersect|join|left|limit|natural|offset|on|order|returning|right|select|set|union|using|values|where|window|with';
const NAMED_TABLE = new RegExp(
  `\\b((?:delete\\s+from|insert\\s+into|from|join|update|using)\\s+)([a-z_]+)\\b(\\s+as\\s+[a-z_]+|\\s+(?!(?:${NO_ALIAS})\\b)[a-z_]+)?`,
  'g',
);
const WRITTEN = /^(?:delete\s+from|insert\s+into|update)\b/;
