import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId } from '../ids.js';

type About = {
  readonly version: string;
  readonly isDurable: boolean;
  readonly isStandby: boolean;
  readonly max: number;
  readonly used: number;
};

export const selectAbout = (db: Queryable): Promise<About> =>
  one(
    db.row<About>(sql`
      select current_setting('server_version') as version, pg_is_in_recovery() as "isStandby",
        current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on' as "isDurable",
        current_setting('max_connections')::integer as max,
        (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as used`),
  );

export const selectNow = async (db: Queryable): Promise<number> =>
  (
    await one(
      db.row<{ now: number }>(sql`
        select (extract(epoch from clock_timestamp()) * 1000)::double precision as now`),
    )
  ).now;

type Webhook = { readonly url: string; readonly isFailing: boolean };

export const selectCalled = (db: Queryable, merchantId: MerchantId): Promise<Webhook[]> =>
  db.rows<Webhook>(sql`
    select url, failing_since is not null as "isFailing" from webhooks where merchant_id = ${merchantId} and is_on`);

async function one<Row>(asked: Promise<Row | undefined>): Promise<Row> {
  const row = await asked;
  if (row === undefined) throw new Error('the database gave no row');
  return row;
}
