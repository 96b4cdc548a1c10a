// What the device keeps over a restart: its key, the last good program, the plays that were not told yet, and which files
// it has. IndexedDB is there on plain http too; where it is refused, as some private windows do, memory does until the end.
import { pause } from './pause.js';

export type Device = {
  // Whether it outlives the page.
  readonly isLasting: boolean;
  readonly get: <Value>(key: string) => Promise<Value | undefined>;
  readonly put: (key: string, value: unknown) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
  // Reads and writes in one transaction.
  readonly update: <Value>(key: string, change: (old: Value | undefined) => Value) => Promise<Value>;
  readonly list: <Value>(prefix: string) => Promise<Value[]>;
};

const STORE = 'kept';

// A database that another program holds, or that is being mended, opens a moment later.
const AGAIN_MS = [1_000, 2_000, 4_000, 8_000, 15_000];

export async function openDevice(name: string): Promise<Device> {
  if (!('indexedDB' in globalThis)) return inMemory();
  for (const ms of [...AGAIN_MS, undefined]) {
    try {
      const database = createConnection(name);
      await database();
      return overDatabase(database);
    } catch {
      if (ms !== undefined) await pause(ms);
    }
  }
  return inMemory();
}

// Opened anew when the browser has closed it.
function createConnection(name: string): () => Promise<IDBDatabase> {
  let opened: Promise<IDBDatabase> | undefined;
  const forget = (): void => void (opened = undefined);
  return async () => {
    opened ??= openDatabase(name);
    try {
      const database = await opened;
      database.onclose = forget;
      return database;
    } catch (error) {
      forget();
      throw error;
    }
  };
}

// Some browsers never answer.
const OPEN_MS_MAX = 10_000;

function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The database does not answer.')), OPEN_MS_MAX);
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error('The database cannot be opened.'));
  });
}

type Work<Value> = (store: IDBObjectStore, answer: (value: Value) => void) => void;

function overDatabase(open: () => Promise<IDBDatabase>): Device {
  const inTransaction = async <Value>(mode: IDBTransactionMode, work: Work<Value>): Promise<Value> =>
    run(await open(), mode, work);
  // Settled when it is on the disk, not when it was asked for.
  const run = <Value>(database: IDBDatabase, mode: IDBTransactionMode, work: Work<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      let found: { readonly value: Value } | undefined;
      transaction.oncomplete = () => resolve(found?.value as Value);
      transaction.onabort = () => reject(transaction.error ?? new Error('The database gave up.'));
      work(transaction.objectStore(STORE), (value) => (found = { value }));
    });
  return {
    isLasting: true,
    get: (key) =>
      inTransaction('readonly', (store, answer) => {
        const reading = store.get(key);
        reading.onsuccess = () => answer(reading.result);
      }),
    put: (key, value) => inTransaction('readwrite', (store) => void store.put(value, key)),
    remove: (key) => inTransaction('readwrite', (store) => void store.delete(key)),
    update: (key, change) =>
      inTransaction('readwrite', (store, answer) => {
        const reading = store.get(key);
        reading.onsuccess = () => {
          const value = change(reading.result);
          store.put(value, key);
          answer(value);
        };
      }),
    list: (prefix) =>
      inTransaction('readonly', (store, answer) => {
        const reading = store.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`));
        reading.onsuccess = () => answer(reading.result);
      }),
  };
}

function inMemory(): Device {
  const kept = new Map<string, unknown>();
  return {
    isLasting: false,
    get: async <Value>(key: string) => kept.get(key) as Value | undefined,
    put: async (key, value) => void kept.set(key, value),
    remove: async (key) => void kept.delete(key),
    update: async <Value>(key: string, change: (old: Value | undefined) => Value) => {
      const value = change(kept.get(key) as Value | undefined);
      kept.set(key, value);
      return value;
    },
    list: async <Value>(prefix: string) =>
      [...kept].flatMap(([key, value]) => (key.startsWith(prefix) ? [value as Value] : [])),
  };
}
