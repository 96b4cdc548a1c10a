import type { ToolName } from '@vitrine/contract/tools';
import { anUploadRequest } from '../harness/content.js';
import type { Read, Sample, SampleIds } from './sample.js';

type Arguments = object | ((read: Read) => Promise<object>);

// One pixel.
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

// Good arguments, or several, of each tool.
export const toolSamples = ({ at, named, own }: SampleIds): Record<ToolName, readonly Arguments[]> => {
  const onRevision = (path: string, more: object) => async (read: Read) => ({
    revision: (await read(path))['revision'] ?? 1,
    ...more,
  });
  const { id: _, fileSize, checksum, ...file } = anUploadRequest({}, 'a file that an assistant brings');
  return {
    about: [{}],
    whats_on: [{}, { moment: '2026-06-20T10:00', orientation: 'portrait' }, { screen: named.screen }],
    find_media: [
      {},
      { q: 'item', limit: 2, thumbnails: true },
      { tags: ['Summer'] },
      { unused: true, type: 'image', orientation: 'landscape' },
    ],
    show_media: [{ id: named.media }],
    find_campaigns: [{}, { q: 'zzz' }, { status: 'running', limit: 1 }],
    show_campaign: [{ id: named.running }, { id: named.edited }],
    find_playlists: [{}, { limit: 1 }],
    show_playlist: [{ id: named.playlist }],
    list_tags: [{}, { q: 'su', limit: 1 }],
    recent_activity: [{ limit: 3 }, { who: 'nobody', since: '2026-01-01' }],
    tag_media: [{ ids: [named.media, named.stored], tags: ['By an assistant'] }],
    describe_media: [onRevision(`/media/${at.media}`, { id: at.media, description: 'A loaf of bread' })],
    add_web_page: [{ url: 'https://example.com/today', name: 'Today' }],
    start_upload: [{ ...file, fileSize, checksum }],
    finish_upload: [{ id: at.stored }],
    // Nobody is there: what matters here is what is said of it.
    add_media_from_url: [{ url: 'https://127.0.0.1/bread.jpg', name: 'Bread' }],
    add_media_inline: [{ fileName: 'dot.png', mimeType: 'image/png', data: PICTURE, name: 'Dot', tags: ['Small'] }],
    save_playlist: [
      async () => ({
        name: 'Of an assistant',
        items: [named.media, ...(await pagesOf(own))].map((mediaId) => ({ mediaId, seconds: 4 })),
      }),
      onRevision(`/playlists/${at.playlist}`, { id: at.playlist, items: [{ mediaId: named.media }] }),
    ],
    save_campaign: [
      { name: 'Of an assistant', landscapePlaylistId: named.playlist, flight: { start: '2026-07-01', end: null } },
      onRevision(`/campaigns/${at.edited}`, { id: at.edited, landscapePlaylistId: named.playlist }),
    ],
    preview_publish: [{ id: at.edited }],
    publish_campaign: [
      async () => {
        const { revision = 1, hash = 'none' } = (await own.callTool?.('preview_publish', { id: at.edited })) ?? {};
        return { id: at.edited, revision, hash };
      },
    ],
    withdraw_campaign: [onRevision(`/campaigns/${at.edited}`, { id: at.edited })],
  };
};

// The page that was added, so that it is used: its id is drawn, and orders what is unused otherwise in each world.
async function pagesOf({ callTool }: SampleIds['own']): Promise<string[]> {
  const { items = [] }: { items?: readonly { readonly id: string }[] } = Object(
    await callTool?.('find_media', { q: 'Today', limit: 1 }),
  );
  return items.map(({ id }) => id);
}

// Each as a message, in the order of the table: what is made is changed, published and withdrawn.
export const mcpSamples = (ids: SampleIds): { readonly serveMcp: readonly Sample[] } => ({
  serveMcp: Object.entries<readonly Arguments[]>(toolSamples(ids)).flatMap(([name, given]) =>
    given.map((one) => ({
      bodyFrom: async (read: Read) => toMessage(name, typeof one === 'function' ? await one(read) : one),
    })),
  ),
});

export const toMessage = (name: string, given: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
});
