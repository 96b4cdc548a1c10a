// Fills one merchant with media, the same ones every time: a million in a few minutes. Names and descriptions are made
// of a vocabulary with common and rare words, tags are skewed, and two tags are common and never meet.
//
//   node bench/million.mjs postgres://… [--media 1000000]
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import pg from 'pg';

export const MERCHANT = '00000000-0000-4000-8000-000000000001';
export const RARE_WORD = 'quetzal';
const RARE_MEDIA = 20;

const BATCH_ROWS = 10_000;
const NEWEST = Date.UTC(2026, 0, 1);
const SECONDS_APART = 60;
const MEDIA_WITHOUT_INDEXES_MIN = 10_000;

// What the fill put in: the tags in order of how often they were drawn, and pairs worth asking for.
export async function fillMerchant(pool, fill) {
  const [filled] = await fillMerchants(pool, [fill]);
  return filled;
}

// Several in one go: the indexes are built once for all of them.
export async function fillMerchants(pool, fills) {
  const client = await pool.connect();
  const filled = [];
  const load = async () => {
    for (const fill of fills) filled.push(await insertAll(client, fill));
  };
  try {
    await client.query('set statement_timeout = 0');
    const media = fills.reduce((sum, fill) => sum + fill.media, 0);
    await (media < MEDIA_WITHOUT_INDEXES_MIN ? load() : withoutIndexes(client, 'media', load));
    await client.query('vacuum analyze media, tags');
    await client.query('reset statement_timeout');
  } finally {
    client.release();
  }
  return filled;
}

async function insertAll(client, { merchantId = MERCHANT, media, tags = 200, vocabulary = 'shop' }) {
  const tagIds = Array.from({ length: tags }, (_, at) => stableId(`${merchantId} tag ${at}`));
  await insertMerchant(client, merchantId);
  await insertTags(client, merchantId, tagIds, VOCABULARIES[vocabulary]);
  await insertMedia(client, merchantId, media, mediaMaker(merchantId, media, tagIds, vocabulary));
  const [common, alsoCommon] = tagIds;
  return { tagIds, common: [common, alsoCommon], neverTogether: tagIds.slice(-2), rare: tagIds.slice(-4, -2) };
}

async function insertMerchant(client, merchantId) {
  await client.query(
    `insert into merchants (id, name, time_zone, plan_name, plan_allows_writes, storage_quota_bytes, screen_codecs,
                            screen_max_width, screen_max_height)
     values ($1, 'A large shop', 'Europe/Berlin', 'large', true, 1000000000000000, '{h264,vp9}', 3840, 2160)`,
    [merchantId],
  );
  await client.query('insert into tag_versions (merchant_id, version) values ($1, 1)', [merchantId]);
}

async function insertTags(client, merchantId, tagIds, words) {
  const names = tagIds.map((_, at) => `${words[at % words.length]} ${at}`);
  await client.query(
    `insert into tags (merchant_id, id, name, name_key, search_text)
     select $1, id, name, name, name from unnest($2::uuid[], $3::text[]) as tag (id, name)`,
    [merchantId, tagIds, names],
  );
}

async function insertMedia(client, merchantId, count, make) {
  for (let first = 0; first < count; first += BATCH_ROWS) {
    const rows = Array.from({ length: Math.min(BATCH_ROWS, count - first) }, (_, at) => make(first + at));
    await client.query(
      `insert into media (merchant_id, id, state, type, name, description, search_text, width, height,
                          duration_seconds, tag_ids, created_at, file_name, mime_type, size_bytes, sha256,
                          object_key, thumbnail_key, thumbnail_size_bytes)
       select $1::uuid, id, state, type, name, description, search_text, 1920, 1080, duration_seconds, tag_ids::uuid[],
              created_at, 'file', 'image/jpeg', 100000, sha256(id::text::bytea), concat($1::uuid, '/', id),
              concat($1::uuid, '/', id, '/thumbnail'), 10000
       from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::float8[], $9::text[],
                   $10::timestamptz[])
         as row (id, state, type, name, description, search_text, duration_seconds, tag_ids, created_at)`,
      [merchantId, ...columns(rows)],
    );
  }
}

const FIELDS = ['id', 'state', 'type', 'name', 'description', 'searchText', 'durationSeconds', 'tagIds', 'createdAt'];
const columns = (rows) => FIELDS.map((field) => rows.map((row) => row[field]));

// Building an index at the end is many times quicker than a million insertions into it. Its definition leaves out that
// terms have no statistics, so that is said again.
async function withoutIndexes(client, table, work) {
  const { rows } = await client.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition, pg_get_indexdef(indexrelid) ilike '% using gin %' as on_terms
     from pg_index where indrelid = $1::regclass and not indisunique`,
    [table],
  );
  await client.query('begin');
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  await client.query(`set local maintenance_work_mem = '1GB'`);
  for (const { name, definition, on_terms: onTerms } of rows) {
    await client.query(definition);
    if (onTerms) await client.query(`alter index ${name} alter column 1 set statistics 0`);
  }
  await client.query('commit');
}

function mediaMaker(merchantId, count, tagIds, vocabulary) {
  const random = seededRandom(count);
  const words = VOCABULARIES[vocabulary];
  const rareEvery = Math.max(1, Math.floor(count / RARE_MEDIA));
  return (at) => {
    const name = sentence(random, words, 2, 4) + (at % rareEvery === 3 ? ` ${RARE_WORD}` : '') + ` ${at}`;
    const description = random() < 0.6 ? sentence(random, words, 4, 10) : null;
    const type = random() < 0.3 ? 'video' : 'image';
    return {
      id: stableId(`${merchantId} media ${at}`),
      state: random() < 0.01 ? 'awaiting' : 'ready',
      type,
      name,
      description,
      // The words are their own folded form but for the capital, so lower case is enough here.
      searchText: (description === null ? name : `${name}\u2003${description}`).toLowerCase(),
      durationSeconds: type === 'video' ? 5 + Math.floor(random() * 50) : null,
      tagIds: `{${drawTags(random, tagIds, at).join(',')}}`,
      // Three at a time share a moment, as an import makes them.
      createdAt: new Date(NEWEST - Math.floor((count - at) / 3) * 3 * SECONDS_APART * 1000).toISOString(),
    };
  };
}

// The last two tags are each on one item in ten, the one on even items and the other on odd ones.
function drawTags(random, tagIds, at) {
  const drawn = new Set();
  const wanted = Math.floor(random() * 6);
  for (let left = wanted; left > 0; left -= 1) drawn.add(tagIds[skewed(random, tagIds.length - 2)]);
  if (random() < 0.2) drawn.add(tagIds[tagIds.length - 1 - (at % 2)]);
  return [...drawn];
}

// Small numbers often, large ones seldom: the logarithm is even.
const skewed = (random, below) => Math.floor((below + 1) ** random() - 1);

function sentence(random, words, least, most) {
  const length = least + Math.floor(random() * (most - least + 1));
  const text = Array.from({ length }, () => words[skewed(random, words.length)]).join(' ');
  return text[0].toUpperCase() + text.slice(1);
}

// mulberry32: small, and good enough to make a library.
function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function stableId(text) {
  const hex = createHash('md5').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const SHOP = `summer sale window door shoes winter jacket new price offer week weekend spring autumn coffee bread
  breakfast lunch menu happy hour fresh fruit vegetables organic local market bakery butcher cheese wine beer juice
  water tea cake pastry sandwich salad soup pizza pasta burger fries family kids toys games books music film tickets
  travel hotel beach mountain lake river city garden flowers plants tools paint wood floor kitchen bath light lamp
  chair table sofa bed mattress carpet curtain fashion dress shirt trousers skirt coat hat scarf gloves belt bag
  watch ring necklace earrings perfume cosmetics hair nails spa fitness yoga running cycling football tennis golf ski
  snow ice skate swim dive boat car motor tyre fuel wash repair service phone tablet laptop camera printer headphones
  speaker television console warranty insurance bank credit loan saving gift card voucher bonus club member points
  loyalty opening closing holiday christmas easter halloween valentine birthday wedding baby school university office
  paper pen calendar poster banner flyer logo brand quality craft handmade vintage retro modern classic design art
  gallery photo frame crème café naïve piñata señor façade über größer öffnung élan`.split(/\s+/);
const MUSEUM = `музей выставка картина скульптура зал билет вход экскурсия лекция история искусство древность монета
  карта книга рукопись икона фреска мозаика портрет пейзаж натюрморт gemälde zeichnung münze vase krug urne sarkophag
  pharao tempel säule kapitell relief inschrift papyrus mumie skelett fossil ammonit kristall mineral meteorit`.split(
  /\s+/,
);
const VOCABULARIES = { shop: SHOP, museum: MUSEUM };

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { media: { type: 'string' } } });
  const pool = new pg.Pool({ connectionString: positionals[0] });
  await fillMerchant(pool, { media: Number(values.media ?? 1_000_000) });
  await pool.end();
}
