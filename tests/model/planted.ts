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

export const PLANTED: readonly (readonly [about: string, found: RegExp, plant: Plant])[] = [
  [
    'an item that became ready is not told of',
    /a mirror that follows the feed is not the library/,
    after('POST', /uploads\/([\w-]+)\/finalize$/, (write, id) =>
      write("delete from changes where subject_id = $1 and type = 'media.ready'", id),
    ),
  ],
  [
    'a change is told twice',
    /is out of turn/,
    after('DELETE', /media\/([\w-]+)$/, async (write, id) => {
      const [last] = await write(
        `insert into changes (merchant_id, number, type, at, recorded_at, subject_id)
         select merchant_id, number + 1, type, at, recorded_at, subject_id from changes
         where subject_id = $1 and type = 'media.deleted'
         order by number desc limit 1
         on conflict do nothing
         returning merchant_id, number`,
        id,
      );
      if (last === undefined) return;
      await write(
        'update change_feeds set last_number = greatest(last_number, $2) where merchant_id = $1',
        last['merchant_id'],
        last['number'],
      );
    }),
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
