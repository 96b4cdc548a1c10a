import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';

// `polled_until`: until then the device counts as polling its code.
type PairingRow = { id: string; code: string; expires_at: string; polled_until: string };

// Undefined when a living pairing has the code.
export function insertPairing(db: Queryable, pairing: PairingRow & { secret_hash: Buffer; network: string }) {
  return db.row<{ id: string }>(sql`
    insert into screen_pairings (id, code, secret_hash, expires_at, network, polled_until)
    values (${pairing.id}, ${pairing.code}, ${pairing.secret_hash}, ${pairing.expires_at}, ${pairing.network},
            ${pairing.polled_until})
    on conflict (code) do nothing
    returning id`);
}

// Those that are over, and none that somebody else is at.
export function dropOldPairings(db: Queryable, now: string) {
  return db.rows(sql`
    delete from screen_pairings where id in (
      select id from screen_pairings where expires_at <= ${now} limit 1000 for update skip locked)`);
}

export async function countPairings(db: Queryable): Promise<number> {
  return (await db.row<{ count: number }>(sql`select count(*) as count from screen_pairings`))?.count ?? 0;
}

export function findUnpolledPairing(db: Queryable, now: string) {
  return db.row<{ id: string }>(sql`
    select id from screen_pairings where polled_until <= ${now} order by expires_at, id limit 1`);
}

/** Finds the oldest code of the network that holds the most codes, if it holds more than `max`. */
export function findPairingOfLargestNetwork(db: Queryable, max: number) {
  return db.row<{ id: string }>(sql`
    select id from screen_pairings
    where network = (
      select network from screen_pairings
      group by network having count(*) > ${max} order by count(*) desc, network limit 1)
    order by expires_at, id limit 1`);
}

export function deletePairing(db: Queryable, id: string) {
  return db.rows(sql`delete from screen_pairings where id = ${id}`);
}

export function updatePolled(db: Queryable, id: string, until: string) {
  return db.rows(sql`update screen_pairings set polled_until = ${until} where id = ${id}`);
}

export function findPairing(db: Queryable, secretHash: Buffer, now: string) {
  return db.row<PairingRow>(sql`
    select id, code, expires_at, polled_until from screen_pairings where secret_hash = ${secretHash} and expires_at > ${now}`);
}

// Of two who claim one code the second finds nothing.
export function takePairing(db: Queryable, code: string, now: string) {
  return db.row<{ id: string; secret_hash: Buffer }>(sql`
    delete from screen_pairings where code = ${code} and expires_at > ${now} returning id, secret_hash`);
}

export async function isPairingCode(db: Queryable, code: string, now: string): Promise<boolean> {
  return (await db.row(sql`select id from screen_pairings where code = ${code} and expires_at > ${now}`)) !== undefined;
}
