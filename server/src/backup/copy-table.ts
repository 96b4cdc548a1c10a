// COPY over `pg`, which hands its messages to whatever was submitted and has no stream of its own for them.
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type pg from 'pg';

// What `pg` has on a connection for COPY and its types leave out.
type CopyConnection = pg.Connection & {
  readonly sendCopyFromChunk: (chunk: Uint8Array) => void;
  readonly endCopyFrom: () => void;
  readonly sendCopyFail: (reason: string) => void;
};

const BATCH_BYTES = 64 * 1024;

type CopyOut = { readonly data: Readable; readonly rows: Promise<number> };

// `copy … to stdout`: the text as a stream, and how many rows it had. A stream that is not wanted ends the connection.
export function copyOut(client: pg.PoolClient, text: string): CopyOut {
  let connection: pg.Connection | undefined;
  let batch: Buffer[] = [];
  let batchBytes = 0;
  const data = new Readable({
    read: () => void connection?.stream.resume(),
    destroy(error, done) {
      if (error !== null) connection?.stream.destroy();
      done(error);
    },
  });
  const flush = (): void => {
    if (batchBytes > 0 && !data.push(Buffer.concat(batch))) connection?.stream.pause();
    batch = [];
    batchBytes = 0;
  };
  const rows = new Promise<number>((resolve, reject) => {
    client.query({
      submit: (given: pg.Connection) => (connection = given).query(text),
      handleCopyData({ chunk }: { chunk: Uint8Array }) {
        batch.push(Buffer.from(chunk)); // copied: the parser writes into its memory again
        batchBytes += chunk.length;
        if (batchBytes >= BATCH_BYTES) flush();
      },
      handleCommandComplete: (done: { text: string }) => resolve(toRowCount(done)),
      handleReadyForQuery() {
        flush();
        data.push(null);
        connection?.stream.resume(); // whoever asks next has no part in this stream
      },
      handleError(error: Error) {
        reject(error);
        data.destroy(error);
      },
    });
  });
  rows.catch(() => {}); // the stream tells it too, and is looked at first
  return { data, rows };
}

// `copy … from stdin`: gives how many rows went in.
export function copyIn(client: pg.PoolClient, text: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0;
    client.query({
      submit: (connection: pg.Connection) => connection.query(text),
      handleCopyInResponse: (connection: CopyConnection) =>
        void feed(connection, source).catch((error: unknown) => connection.sendCopyFail(String(error))),
      handleCommandComplete: (done: { text: string }) => void (rows = toRowCount(done)),
      handleReadyForQuery: () => resolve(rows),
      handleError: reject,
    });
  });
}

async function feed(connection: CopyConnection, source: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of source) {
    connection.sendCopyFromChunk(chunk);
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
  }
  connection.endCopyFrom();
}

// `COPY 12`
const toRowCount = ({ text }: { readonly text: string }): number => Number(text.split(' ')[1]);
