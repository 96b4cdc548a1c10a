import type { Answered, Sent } from './stage.js';

// Something that a wrong service would do, done after the right one has answered.
export type Plant = (sent: Sent, next: () => Promise<Answered | null>, write: Write) => Promise<Answered | null>;
type Write = (text: string, ...values: unknown[]) => Promise<readonly Record<string, unknown>[]>;

const idIn = ({ url }: Sent, pattern: RegExp): string | undefined => pattern.exec(url)?.[1];

// Done after a 200 to a request that the pattern finds; the pattern finds the id too.
const after =
  (method: string, pattern: RegExp, harm: (write: Write, id: string) => Promise<unknown>): Plant =>
  async (sent, next, write) => {
    const answered = await next();
    const id = idIn(sent, pattern);
    if (sent.method === method && id !== undefined && answered?.status === 200) await harm(write, id);
    return answered;
  };

const LAST_OF = `
  insert into changes (merchant_id, number, type, at, recorded_at, subject_id)
  select changes.merchant_id, number + 1, type, at, recorded_at, subject_id
  from changes join change_feeds as feed on feed.merchant_id = changes.merchant_id and number = last_number
  where subject_id = $1
  on conflict do nothing`;

export const PLANTED: readonly (readonly [about: string, found: RegExp, plant: Plant])[] = [
  [
    'an item that became ready is not told of',
    /No order that explains the answers .* is told as/,
    after('POST', /uploads\/([\w-]+)\/finalize$/, (write, id) =>
      write("delete from changes where subject_id = $1 and type = 'media.ready'", id),
    ),
  ],
  [
    'a change of tags is told twice',
    /is told as .*media\.changed \d, media\.changed/,
    after('POST', /media\/([\w-]+)\/tags$/, async (write, id) => {
      const [again] = await write(`${LAST_OF} returning merchant_id, number`, id);
      if (again === undefined) return;
      await write(
        'update change_feeds set last_number = $2 where merchant_id = $1',
        again['merchant_id'],
        again['number'],
      );
    }),
  ],
  [
    'a change is told after its answer, in a transaction of its own',
    /No order that explains the answers .* is told as|told of it late/,
    after('PATCH', /playlists\/([\w-]+)$/, async (write, id) => {
      const [gone] = await write(
        `delete from changes using change_feeds as feed
         where changes.subject_id = $1 and feed.merchant_id = changes.merchant_id and changes.number = feed.last_number
         returning changes.merchant_id`,
        id,
      );
      if (gone === undefined) return;
      setTimeout(
        () =>
          void write(
            `with feed as (
               update change_feeds set last_number = last_number + 1 where merchant_id = $1 returning last_number
             )
             insert into changes (merchant_id, number, type, at, recorded_at, subject_id)
             select $1, last_number, 'playlist.changed', now(), now(), $2 from feed`,
            gone['merchant_id'],
            id,
          ),
        100,
      );
    }),
  ],
  [
    'a number is taken before its turn, so that who reads meanwhile passes over it',
    /No order that explains the answers .* is told as|Read the lists again/,
    after('DELETE', /media\/([\w-]+)$/, (write, id) =>
      write(
        `update changes set number = -number from change_feeds as feed
         where changes.subject_id = $1 and feed.merchant_id = changes.merchant_id and changes.number = feed.last_number`,
        id,
      ),
    ),
  ],
  [
    'a change is told though nothing was done',
    /No order that explains the answers .* is told as/,
    async (sent, next, write) => {
      const answered = await next();
      const id = idIn(sent, /campaigns\/([\w-]+)\/publish$/);
      if (sent.method !== 'POST' || id === undefined || answered?.status !== 409) return answered;
      await write(
        `with feed as (
           update change_feeds set last_number = last_number + 1
           where merchant_id = (select merchant_id from campaigns where lineage_id = $1)
           returning merchant_id, last_number
         )
         insert into changes (merchant_id, number, type, at, recorded_at, subject_id)
         select merchant_id, last_number, 'campaign.changed', now(), now(), $1 from feed`,
        id,
      );
      return answered;
    },
  ],
  [
    'a tag that was added is dropped again',
    /media is .*, not /,
    after('POST', /integrations\/v1\/media\/([\w-]+)\/tags$/, (write, id) =>
      write('update media set tag_ids = tag_ids[2:] where id = $1', id),
    ),
  ],
  [
    'the room of a deleted item is freed twice',
    /used is the sum of what is ready or in the trash/,
    after('DELETE', /media\/([\w-]+)$/, (write) =>
      write('update storage_usage set used_bytes = greatest(0, used_bytes - 1000)'),
    ),
  ],
  [
    'room is free while an old URL can still fill it, with sums that agree',
    /reservedBytes is 0, not \d+/,
    after('DELETE', /trash\/([\w-]+)$/, async (write) => {
      await write('update pending_deletions set reserved_bytes = 0');
      await write(`
        update storage_usage as usage set reserved_bytes = coalesce((
          select sum(media.reserved_bytes) from media where media.merchant_id = usage.merchant_id), 0)`);
    }),
  ],
  [
    'a finalized item is lost after its answer, with sums that agree',
    /media is .*, not |No order explains/,
    after('POST', /uploads\/([\w-]+)\/finalize$/, async (write, id) => {
      await write('delete from media where id = $1', id);
      await write(`
        update storage_usage as usage set used_bytes = coalesce((
          select sum(size_bytes + coalesce(thumbnail_size_bytes, 0)) from media
          where media.merchant_id = usage.merchant_id and state <> 'awaiting'), 0)`);
    }),
  ],
  [
    'one byte of a file is another',
    /the file of .* is lost or another/,
    async (sent, next) => {
      const answered = await next();
      if (sent.method !== 'GET' || answered?.bytes.length !== 2_000) return answered;
      return { ...answered, bytes: Buffer.concat([Buffer.from('x'), answered.bytes.subarray(1)]) };
    },
  ],
  [
    'a token works on after it was revoked',
    /No order explains the answers/,
    async (_, next) => {
      const answered = await next();
      return answered?.status === 401 ? { ...answered, status: 200 } : answered;
    },
  ],
  [
    'of two who tag at once, the second overwrites the first',
    /media is .*, not /,
    async (sent, next, write) => {
      const id = idIn(sent, /media\/([\w-]+)\/tags$/);
      if (id === undefined) return next();
      const [before] = await write('select tag_ids from media where id = $1', id);
      const answered = await next();
      const { tags = [] }: { tags?: { id: string }[] } = Object(answered?.body);
      const own = tags.map((tag) => tag.id);
      if (before === undefined || !sent.url.includes('/integrations/')) return answered;
      await write(
        'update media set tag_ids = array(select distinct unnest($2::uuid[] || $3::uuid[])) where id = $1',
        id,
        before['tag_ids'],
        own,
      );
      return answered;
    },
  ],
];
