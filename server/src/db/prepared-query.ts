import pg from 'pg';
import { findPooled, SETTINGS_NAME, type Pooled } from './fit-session.js';

// A named statement on its way over a connection: what pg's own Query does, without what a statement that a connection knows
// does not need. Its columns are the same every time, so they are described once and not with every answer, and a row that
// is only passed on is not looked at. An eighth of what a single item costs (docs/performance.md).

type Parse = (text: string) => unknown;
type Columns = { readonly names: readonly string[]; readonly parsers: readonly Parse[] };
type Fields = (string | null)[];

// What of pg's connection a query uses; @types/pg knows only some of it.
type Wire = {
  readonly stream: { readonly cork: () => void; readonly uncork: () => void };
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  readonly parse: (statement: { readonly name: string; readonly text: string }) => void;
  readonly bind: (values: { readonly statement: string; readonly values: readonly unknown[] }) => void;
  readonly describe: (portal: { readonly type: 'P' }) => void;
  readonly execute: () => void;
  readonly sync: () => void;
};

type Statement = { readonly name: string; readonly text: string; readonly values: readonly unknown[] };
type TypeParsers = { readonly getTypeParser: (oid: number, format?: 'text') => Parse };
type Description = { readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[] };

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

// A prepared statement never changes its columns: PostgreSQL refuses to run one whose tables did.
const described = new WeakMap<Wire, Map<string, Columns>>();

/** Rows as objects, with values of `types`; without `types`, columns in their order as PostgreSQL writes them. */
export function runPrepared(client: pg.ClientBase, statement: Statement, types?: TypeParsers): Promise<object[]> {
  return new Promise((resolve, reject) => {
    const pooled = findPooled(client);
    const query =
      pooled === undefined ? new PreparedQuery(statement, types) : new PooledQuery(statement, types, client, pooled);
    query.callback = (error, rows = []) => (error === null ? resolve(rows) : reject(error));
    client.query(query);
  });
}

// The methods and the three fields that pg's client asks of whatever it is given to send.
class PreparedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  callback: (error: Error | null, rows?: object[]) => void = () => {};
  readonly #types: TypeParsers | undefined;
  #columns: Columns | undefined;
  #fault: Error | undefined;
  // Made with the first row and given away with the last. A list that is made before its statement is sent outlives
  // collections of young objects, is soon made among the old ones, and there keeps the rows of a whole page for as long.
  #rows: object[] | undefined;

  constructor({ name, text, values }: Statement, types: TypeParsers | undefined) {
    this.name = name;
    this.text = text;
    this.values = values.map(prepareValue);
    this.#types = types;
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    const isKnown = wire.parsedStatements[this.name] !== undefined;
    this.#columns = this.#types && columnsOn(wire).get(this.name);
    wire.stream.cork();
    if (!isKnown) {
      wire.submittedNamedStatements[this.name] = this.text;
      wire.parse(this);
    }
    wire.bind({ statement: this.name, values: this.values });
    if (this.#types !== undefined && this.#columns === undefined) wire.describe({ type: 'P' });
    wire.execute();
    wire.sync();
    wire.stream.uncork();
  }

  handleRowDescription({ fields }: Description): void {
    this.#columns = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => this.#types?.getTypeParser(dataTypeID, 'text') ?? String),
    };
  }

  handleDataRow({ fields }: { readonly fields: Fields }): void {
    try {
      (this.#rows ??= []).push(this.#columns === undefined ? fields : toRow(this.#columns, fields));
    } catch (error) {
      this.#fault ??= error instanceof Error ? error : new Error(String(error));
    }
  }

  handleReadyForQuery(connection: unknown): void {
    if (this.#columns !== undefined && this.name !== '') columnsOn(connection as Wire).set(this.name, this.#columns);
    const rows = this.#rows;
    this.#rows = undefined;
    this.callback(this.#fault ?? null, rows);
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
}

type PooledClient = pg.ClientBase & { readonly getTransactionStatus: () => 'I' | 'T' | 'E' | null };

// Behind a pooler: outside a transaction the settings go ahead of the statement, and both are one transaction, because
// nothing is synchronized between them. It is one message on the network all the same. Where the pooler keeps no statements,
// this one has no name, and is parsed and described every time.
class PooledQuery extends PreparedQuery {
  readonly #client: PooledClient;
  readonly #pooled: Pooled;
  #isAhead = false;

  constructor(statement: Statement, types: TypeParsers | undefined, client: pg.ClientBase, pooled: Pooled) {
    super(pooled.keepsStatements ? statement : { ...statement, name: '' }, types);
    this.#client = client as PooledClient;
    this.#pooled = pooled;
  }

  override submit(connection: unknown): void {
    const wire = connection as Wire;
    wire.stream.cork();
    this.#isAhead = this.#client.getTransactionStatus() === 'I';
    if (this.#isAhead) {
      const { settings, keepsStatements } = this.#pooled;
      const name = keepsStatements ? SETTINGS_NAME : '';
      if (!keepsStatements) wire.parse({ name, text: settings.text });
      wire.bind({ statement: name, values: settings.values });
      wire.execute();
    }
    super.submit(connection);
    wire.stream.uncork();
  }

  override handleDataRow(row: { readonly fields: Fields }): void {
    if (!this.#isAhead) super.handleDataRow(row);
  }

  override handleCommandComplete(): void {
    this.#isAhead = false;
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
