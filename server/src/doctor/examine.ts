import { systemClock } from '../clock.js';
import type { Config } from '../config.js';
import type { Queryable } from '../db/db.js';
import { openUnmigrated } from '../db/open-database.js';
import { openStore } from '../storage/open-store.js';
import { find, type Finding } from './finding.js';
import { seeCompany, seeMail, seeProxy, seeWebhooks } from './see-around.js';
import { seeClock, seeDatabase, seeSchema } from './see-database.js';
import { seeDisk, seeNode } from './see-machine.js';
import { findStorage } from './see-storage.js';

/** Everything that an installation stands on, looked at without changing anything. */
export async function examine(config: Config): Promise<Finding[]> {
  return [
    await find('node', () => seeNode()),
    await find('disk', () => seeDisk(config)),
    ...(await onDatabase(config)),
    ...(await onStorage(config)),
    await find('address and proxy', () => seeProxy(config)),
    await find('mail', () => seeMail(config)),
    await find('company sign-in', () => seeCompany(config)),
  ];
}

async function onDatabase(config: Config): Promise<Finding[]> {
  let opened: Awaited<ReturnType<typeof openUnmigrated>>;
  try {
    opened = await openUnmigrated(config, () => undefined);
  } catch (error) {
    return [await find('database', () => Promise.reject(error as Error))];
  }
  try {
    return await findInDatabase(opened.db, config);
  } finally {
    await opened.close();
  }
}

async function onStorage(config: Config): Promise<Finding[]> {
  try {
    return await findStorage(await openStore(config, systemClock), config);
  } catch (error) {
    return [await find('storage', () => Promise.reject(error as Error))];
  }
}

async function findInDatabase(db: Queryable, config: Config): Promise<Finding[]> {
  const database = await find('database', () => seeDatabase(db, config));
  const schema = await find('schema', () => seeSchema(db));
  const clock = await find('clock', () => seeClock(db));
  // Their table may not be there yet.
  if (schema.state !== 'ok') return [database, schema, clock];
  return [database, schema, clock, await find('webhooks', () => seeWebhooks(db, config))];
}
