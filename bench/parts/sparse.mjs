// Sparse callers: 12,000 tokens of as many merchants ask in turn, each for a page, against one token that asks again and
// again. Limits are counted in PostgreSQL, as several instances need it.
import { createHash, randomBytes } from 'node:crypto';
import { getRequest } from '../cases.mjs';
import { inRounds, measure } from '../rounds.mjs';

const CALLERS = 12_000;
const MEDIA_EACH = 10;
const TAGS_EACH = 5;
const CONNECTIONS = 16;

export async function benchSparse(site, { rounds }, log) {
  log(`sparse: loading ${CALLERS} merchants`);
  const secrets = await insertCallers(site.db.pool);
  const shared = site.keep(await site.serve('sparse', { DATABASE_URL: site.databaseUrl }));
  const sparse = { ...shared, name: 'sparse', requests: secrets.map((secret) => getRequest(secret, '/media')) };
  const hot = { ...shared, name: 'hot', requests: [getRequest(secrets[0], '/media')] };
  log('sparse: each once');
  const cold = await measureTurn(site, sparse, 1);
  const measured = await inRounds(rounds, [sparse, hot], (program) => measureTurn(site, program));
  const [often, again] = [leastOf(measured.get('sparse')), leastOf(measured.get('hot'))];
  return {
    callers: CALLERS,
    statementsAPage: often.statements,
    statementsAHotPage: again.statements,
    statementsTheFirstTime: cold.statements,
    postgresMs: often.postgresMs,
    hotPostgresMs: again.postgresMs,
    toHot: { postgresMs: often.postgresMs / again.postgresMs, cpuMs: often.cpuMs / again.cpuMs },
    rssMb: often.rssMb,
  };
}

// The turn with the fewest statements, and not the median: every five minutes the round that drops abandoned uploads asks
// twice for each of the merchants, and is in one turn or another.
const leastOf = (runs) => runs.toSorted((a, b) => a.statements - b.statements)[0];

// As many pages for both. Usage is written every five seconds: a turn ends after such a moment, so that its share is in it.
async function measureTurn(site, program, times = program.requests.length === 1 ? CALLERS : 1) {
  const before = await transactions(site.db.pool);
  const measured = await measure(site, program, { requests: program.requests, connections: CONNECTIONS, times });
  const after = await settled(site.db.pool);
  return { ...measured, statements: (after - before) / CALLERS };
}

// Without the look itself. What a session has done is told by it once a second at most.
async function transactions(pool) {
  const { rows } = await pool.query(
    'select pg_stat_clear_snapshot(), xact_commit::float as done from pg_stat_database where datname = current_database()',
  );
  return rows[0].done;
}

async function settled(pool) {
  await new Promise((resolve) => setTimeout(resolve, 7_000));
  return transactions(pool);
}

const IDS = `select n, ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid as merchant_id
  from generate_series(1, ${CALLERS}) as n`;
const idOf = (what) => `md5('${what} ' || n || ' ' || at)::uuid`;

async function insertCallers(pool) {
  const secrets = Array.from({ length: CALLERS }, () => `vitrine_${randomBytes(32).toString('base64url')}`);
  const hashes = secrets.map((secret) => createHash('sha256').update(secret).digest());
  const client = await pool.connect();
  const run = (text, values) => client.query(text, values);
  await run('set statement_timeout = 0');
  await run(`
    insert into merchants (id, name, time_zone, plan_name, plan_allows_writes, storage_quota_bytes, screen_codecs,
                           screen_max_width, screen_max_height)
    select merchant_id, 'Small ' || n, 'Europe/Berlin', 'small', true, 1000000000, '{h264}', 3840, 2160
    from (${IDS}) as ids`);
  await run(`insert into tag_versions (merchant_id, version) select merchant_id, 1 from (${IDS}) as ids`);
  await run(
    `insert into tokens (merchant_id, id, name, scopes, secret_hash, last_four, created_at, expires_at)
     select merchant_id, gen_random_uuid(), 'sparse', '{media:read,media:files}', ($1::bytea[])[n], 'last', now(), now() + interval '7 days'
     from (${IDS}) as ids`,
    [hashes],
  );
  await run(`
    insert into tags (merchant_id, id, name, name_key, search_text)
    select merchant_id, ${idOf('tag')}, 'Tag ' || at, 'tag ' || at
    from (${IDS}) as ids, generate_series(1, ${TAGS_EACH}) as at`);
  await run(`
    insert into media (merchant_id, id, state, type, name, search_text, width, height, tag_ids, created_at, file_name,
                       mime_type, size_bytes, sha256, object_key)
    select merchant_id, ${idOf('media')}, 'ready', 'image', 'Picture ' || at, 'picture ' || at, 1920, 1080,
      array(select md5('tag ' || n || ' ' || tag)::uuid from generate_series(1, 2) as tag),
      timestamptz '2026-01-01' - at * interval '1 hour', 'file', 'image/jpeg', 100000, sha256('x'),
      merchant_id || '/' || at
    from (${IDS}) as ids, generate_series(1, ${MEDIA_EACH}) as at`);
  await run('vacuum analyze media, tags, tokens, merchants, tag_versions');
  client.release(true);
  return secrets;
}
