// The bench's own data, the same every time: one large merchant, one of a thousand, and others beside them.
import { systemClock } from '../server/dist/clock.js';
import { findSharedKey } from '../server/dist/db/shared-key.js';
import { sealCursor } from '../server/dist/http/cursor.js';
import { issueToken } from '../server/dist/identity/issue-token.js';
import { fillMerchants, MERCHANT, stableId } from './million.mjs';

const THOUSAND = '00000000-0000-4000-8000-000000000002';
const CAMPAIGNS = 500;
const CAMPAIGN_ITEMS = 20;
const SAMPLES = 200;
const SCOPES = ['media:files', 'media:write', 'campaigns:read', 'playlists:read', 'tags:write'];

export async function loadData(db, { media, others, othersMedia }) {
  const fills = [
    { merchantId: MERCHANT, media },
    { merchantId: THOUSAND, media: 1_000 },
    ...Array.from({ length: others }, (_, at) => ({
      merchantId: `00000000-0000-4000-8000-0000000001${String(at).padStart(2, '0')}`,
      media: othersMedia,
      vocabulary: 'museum',
    })),
  ];
  const [filled, filledThousand] = await fillMerchants(db.pool, fills);
  await db.pool.query('insert into storage_usage (merchant_id) select id from merchants');
  await insertCampaigns(db.pool, filled.tagIds);
  await db.pool.query('vacuum analyze');
  return { large: await toTarget(db, MERCHANT, filled), thousand: await toTarget(db, THOUSAND, filledThousand) };
}

// What requests are made of: a token, tags, ids and cursors of one merchant.
async function toTarget(db, merchantId, filled) {
  const input = { name: 'bench', scopes: SCOPES, days: 7 };
  const { secret } = await issueToken({ db, clock: systemClock }, { merchantId }, input);
  const key = await findSharedKey(db, 'cursor');
  const seal = ({ created_at: createdAt, id }) =>
    sealCursor(key, { list: 'media', merchantId, filters: [''] }, [createdAt, id]);
  const [deep] = await selectReady(
    db,
    `select created_at, id from media where merchant_id = $1 and state = 'ready' order by created_at desc, id desc
     offset (select floor(count(*) * 0.9) from media where merchant_id = $1 and state = 'ready') limit 1`,
    merchantId,
  );
  const samples = await selectReady(
    db,
    `select created_at, id from media where merchant_id = $1 and state = 'ready' order by md5(id::text) limit ${SAMPLES}`,
    merchantId,
  );
  return {
    merchantId,
    filled,
    token: secret,
    deepCursor: seal(deep),
    cursors: samples.map(seal),
    mediaIds: samples.map(({ id }) => id),
    campaignId: campaignId(0),
  };
}

const selectReady = async (db, text, merchantId) => (await db.pool.query(text, [merchantId])).rows;

async function insertCampaigns(pool, tagIds) {
  const { rows } = await pool.query(
    `select id, type from media where merchant_id = $1 and state = 'ready' limit ${CAMPAIGN_ITEMS}`,
    [MERCHANT],
  );
  const items = rows.map(({ id, type }) => ({ mediaId: id, type, durationSeconds: 10 }));
  const content = JSON.stringify({ landscape: { playlistId: null, items }, portrait: null });
  const ids = Array.from({ length: CAMPAIGNS }, (_, at) => campaignId(at));
  await pool.query(
    `insert into campaigns (merchant_id, lineage_id, name, search_text, changed_at, tag_ids, live_version)
     select $1, id, 'Campaign ' || at, 'campaign ' || at, timestamptz '2026-01-01' - at * interval '1 hour', $3, 1
     from unnest($2::uuid[]) with ordinality as campaign (id, at)`,
    [MERCHANT, ids, tagIds.slice(0, 3)],
  );
  await pool.query(
    `insert into campaign_versions (merchant_id, lineage_id, version, flight_start, flight_end, published_at, content)
     select $1, id, 1, '2026-01-01', '2027-01-01', timestamptz '2026-01-01', $3 from unnest($2::uuid[]) as id`,
    [MERCHANT, ids, content],
  );
}

const campaignId = (at) => stableId(`campaign ${at}`);
