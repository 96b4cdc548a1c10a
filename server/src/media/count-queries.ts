// How many items of the library a filter finds, in all and of each month.
import { FOUND_MAX } from '@vitrine/contract/console-limits';
import type { LibraryCount } from '@vitrine/contract/library';
import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import type { MerchantId } from '../ids.js';
import {
  byTerms,
  hasTerms,
  inOrder,
  isPlain,
  matches,
  playing,
  wanted,
  within,
  type LibraryFilter,
} from './library-filter-queries.js';

type Counting = { readonly filter: LibraryFilter; readonly timeZone: string; readonly rowsMax: number };

type Counted = { readonly found: number; readonly looked: number; readonly months: LibraryCount['months'] };

// Up to one more than FOUND_MAX; of the newest rows only, where there are more than may be looked at.
export async function countLibrary(db: Queryable, merchantId: MerchantId, counting: Counting): Promise<LibraryCount> {
  const row = await db.row<Counted>(libraryCount(merchantId, counting));
  const { found = 0, looked = 0, months = null } = row ?? {};
  const isExact = found <= FOUND_MAX && looked < counting.rowsMax;
  return { count: Math.min(found, FOUND_MAX), isExact, months: isExact ? (months ?? []) : null };
}

// Apart from it, so that a test can explain it.
export function libraryCount(merchantId: MerchantId, { filter, timeZone, rowsMax }: Counting): Statement {
  const looked = hasTerms(filter)
    ? sql`${wanted(merchantId, filter)}, scan as materialized (
      select created_at, true as matches from media
      where merchant_id = ${merchantId} and state = 'ready' and ${byTerms} ${within(filter)}
        and ${matches(merchantId, filter)}
      limit ${FOUND_MAX + 1}
    )`
    : sql`scan as materialized (
      select created_at, ${matches(merchantId, filter)} as matches from media
      where merchant_id = ${merchantId} and state = 'ready' ${within(filter)}
      order by ${inOrder('newest')}
      limit ${isPlain(filter) ? FOUND_MAX + 1 : rowsMax}
    )`;
  return sql`
    with ${playing(merchantId, filter)} ${looked}, ${byMonth(timeZone)}
    select (count(*) filter (where matches))::integer as found,
      ${hasTerms(filter) ? sql`0` : sql`count(*)::integer`} as looked,
      (select json_agg(json_build_object('month', month, 'count', count) order by month desc) from counted) as months
    from scan`;
}

// Where the months begin on the merchant's clocks is worked out once for each month, not for each item: which one an item
// belongs to is found among these. Of more than a century the oldest are counted with its first month.
const byMonth = (timeZone: string): Statement => sql`span as materialized (
      select greatest(min(created_at), max(created_at) - interval '100 years') at time zone ${timeZone}::text as first,
        max(created_at) at time zone ${timeZone}::text as last
      from scan where matches
    ), months as materialized (
      select array_agg(start at time zone ${timeZone}::text order by start) as starts
      from span, generate_series(date_trunc('month', first), date_trunc('month', last), interval '1 month') as start
    ), counted as (
      select to_char(starts[place] at time zone ${timeZone}::text, 'YYYY-MM') as month, count
      from months, (
        select greatest(width_bucket(created_at, (select starts from months)), 1) as place, count(*)::integer as count
        from scan where matches
        group by 1) as placed
    )`;
