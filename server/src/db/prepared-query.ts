import type { Writable } from 'node:stream';
import pg from 'pg';
import { serialize } from 'pg-protocol';
import { findPooled, SETTINGS_NAME, type Pooled } from './fit-session.js';

// A named statement on its way over a connection: what pg's own Query does, without what a statement that a connection knows
// does not need. Its columns are the same every time, so they are described once and not with every answer, and a row that
// is only passed on is not looked at. An eighth of what a single item costs.

type Parse = (text: string) => unknown;
type Columns = { readonly names: readonly string[]; readonly parsers: readonly Parse[] };
type Fields = (string | null)[];

// What of pg's connection a query uses; @types/pg knows only some of it.
type Wire = {
  readonly stream: Writable;
  readonly parsedStatements: Readonly<Record<string, string>>;
};

export type NamedStatement = {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  // Of one that goes ahead of another: its rows are of the other's columns, and are given with the other's.
  readonly isKept?: boolean;
};
type TypeParsers = { readonly getTypeParser: (oid: number, format?: 'text') => Parse };
type Description = { readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[] };

const [DESCRIBE, EXECUTE, SYNC] = [serialize.describe({ type: 'P' }), serialize.execute(), serialize.sync()];

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

type Prepared = NamedStatement & { readonly values: unknown[] };

const prepare = (statement: NamedStatement): Prepared => ({
  ...statement,
  values: statement.values.map(prepareValue),
});

// A prepared statement never changes its columns: PostgreSQL refuses to run one whose tables did.
const described = new WeakMap<Wire, Map<string, Columns>>();

// Rows as objects, with values of `types`; without `types`, columns in their order as PostgreSQL writes them. What goes
// `ahead` is one message on the network with it: each statement runs after the one before has ended, up to the first that
// fails, and the rows of those ahead are passed over unless they are to be kept.
export function runPrepared(
  client: pg.ClientBase,
  statement: NamedStatement,
  types?: TypeParsers,
  ahead: readonly NamedStatement[] = [],
): Promise<object[]> {
  const pooled = findPooled(client);
  const query =
    pooled === undefined
      ? new PreparedQuery(statement, types, ahead)
      : new PooledQuery(statement, types, client, pooled);
  return new Promise((resolve, reject) => {
    query.callback = (error, rows = []) => (error === null ? resolve(rows) : reject(error));
    client.query(query);
  });
}

// The methods and the fields that pg's client asks of whatever it is given to send.
class PreparedQuery {
  callback: (error: Error | null, rows?: object[]) => void = () => {};
  readonly #statement: Prepared;
  readonly #types: TypeParsers | undefined;
  #ahead: readonly Prepared[];
  // How many of those ahead have ended.
  #ended = 0;
  #columns: Columns | undefined;
  #fault: Error | undefined;
  // Made with the first row and given away with the last. A list that is made before its statement is sent outlives
  // collections of young objects, is soon made among the old ones, and there keeps the rows of a whole page for as long.
  #rows: object[] | undefined;

  constructor(statement: NamedStatement, types: TypeParsers | undefined, ahead: readonly NamedStatement[]) {
    this.#statement = prepare(statement);
    this.#types = types;
    this.#ahead = ahead.map(prepare);
  }

  // Of the statement that PostgreSQL is at: pg notes by them what is parsed.
  get name(): string {
    return this.#current().name;
  }

  get text(): string {
    return this.#current().text;
  }

  // All that are sent, for who looks on.
  get sent(): readonly NamedStatement[] {
    return [...this.#ahead, this.#statement];
  }

  #current(): NamedStatement {
    return this.#ahead[this.#ended] ?? this.#statement;
  }

  protected putAhead(statement: NamedStatement): void {
    this.#ahead = [prepare(statement)];
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    this.#columns = this.#types && columnsOn(wire).get(this.#statement.name);
    const messages: Buffer[] = [];
    for (const [at, statement] of this.#ahead.entries()) messages.push(...this.#messagesOf(wire, statement, at));
    messages.push(...this.#messagesOf(wire, this.#statement, this.#ahead.length), SYNC);
    // Joined, since pg's own way, a small write each, costs a fiftieth of a page. A connection that has ended is told of by pg.
    if (wire.stream.writable) wire.stream.write(Buffer.concat(messages));
  }

  #messagesOf(wire: Wire, statement: Prepared, at: number): Buffer[] {
    const { name, values } = statement;
    const isKnown = name !== '' && (wire.parsedStatements[name] !== undefined || this.#isAmongFirst(name, at));
    const isGiven = statement === this.#statement || statement.isKept === true;
    const messages = isKnown ? [] : [serialize.parse(statement)];
    messages.push(serialize.bind({ statement: name, values }));
    if (isGiven && this.#types !== undefined && this.#columns === undefined) messages.push(DESCRIBE);
    messages.push(EXECUTE);
    return messages;
  }

  // Parsed by then, though pg does not know it yet.
  #isAmongFirst(name: string, count: number): boolean {
    for (let at = 0; at < count; at += 1) if (this.#ahead[at]?.name === name) return true;
    return false;
  }

  handleRowDescription({ fields }: Description): void {
    this.#columns = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => this.#types?.getTypeParser(dataTypeID, 'text') ?? String),
    };
  }

  handleDataRow({ fields }: { readonly fields: Fields }): void {
    const isPassedOver = this.#ended < this.#ahead.length && this.#ahead[this.#ended]?.isKept !== true;
    if (isPassedOver) return;
    try {
      (this.#rows ??= []).push(this.#columns === undefined ? fields : toRow(this.#columns, fields));
    } catch (error) {
      this.#fault ??= error instanceof Error ? error : new Error(String(error));
    }
  }

  handleReadyForQuery(connection: unknown): void {
    const { name } = this.#statement;
    if (this.#columns !== undefined && name !== '') columnsOn(connection as Wire).set(name, this.#columns);
    const rows = this.#rows;
    this.#rows = undefined;
    this.callback(this.#fault ?? null, rows);
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleCommandComplete(): void {
    this.#ended += 1;
  }

  handleEmptyQuery(): void {}
}

type PooledClient = pg.ClientBase & { readonly getTransactionStatus: () => 'I' | 'T' | 'E' | null };

// Behind a pooler: outside a transaction the settings go ahead of the statement, and both are one transaction, because
// nothing is synchronized between them. Where the pooler keeps no statements, these have no names, and are parsed and
// described every time.
class PooledQuery extends PreparedQuery {
  readonly #client: PooledClient;
  readonly #settings: NamedStatement;

  constructor(statement: NamedStatement, types: TypeParsers | undefined, client: pg.ClientBase, pooled: Pooled) {
    super(pooled.keepsStatements ? statement : { ...statement, name: '' }, types, []);
    this.#client = client as PooledClient;
    this.#settings = { ...pooled.settings, name: pooled.keepsStatements ? SETTINGS_NAME : '' };
  }

  override submit(connection: unknown): void {
    if (this.#client.getTransactionStatus() === 'I') this.putAhead(this.#settings);
    super.submit(connection);
  }
}

function columnsOn(wire: Wire): Map<string, Columns> {
  const known = described.get(wire) ?? new Map<string, Columns>();
  described.set(wire, known);
  return known;
}

function toRow({ names, parsers }: Columns, fields: Fields): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < fields.length; at += 1) {
    const text = fields[at] ?? null;
    row[names[at] ?? ''] = text === null ? null : parsers[at]?.(text);
  }
  return row;
}
