// The console's share: people who look around, edit and publish.
import { any } from './shop.mjs';

const UPLOADED_KEPT = 5;

const look = (weight, name, callOf = () => ({})) => ({
  weight,
  calls: [name],
  run: (caller) => caller.console(name, callOf(caller.shop)),
});

// Edits of a merchant come one after the other: two on one revision would be a 409, which is right and says nothing here.
// Who comes meanwhile looks on.
const edit = (weight, calls, run) => ({
  weight,
  calls,
  async run(caller) {
    const { shop } = caller;
    if (shop.isEditing) return void (await caller.console('getMe'));
    shop.isEditing = true;
    try {
      await run(caller);
    } finally {
      shop.isEditing = false;
    }
  },
});

export const consoleActs = [
  look(2, 'listConsoleMedia', () => ({ query: '?limit=50' })),
  look(1, 'countConsoleMedia', () => ({ query: '?type=image' })),
  look(1, 'getConsoleMedia', ({ ids }) => ({ id: any(ids.media) })),
  look(1, 'listConsolePlaylists'),
  look(1, 'getConsolePlaylist', ({ ids }) => ({ id: any(ids.playlists) })),
  look(1, 'listConsoleCampaigns'),
  look(1, 'listConsoleTags'),
  look(1, 'listActivity', () => ({ query: '?limit=20' })),
  look(1, 'listTokens'),
  look(1, 'getMerchant'),
  look(1, 'listHeldRoom'),
  look(1, 'getMe'),
  edit(1, ['getConsoleMedia', 'updateMedia'], renameMedia),
  edit(1, ['getConsolePlaylist', 'updatePlaylist'], turnPlaylist),
  edit(1, ['getConsoleCampaign', 'updateCampaign', 'previewPublish', 'publishCampaign'], publish),
  look(1, 'listTrash'),
  { weight: 2, calls: ['deleteMedia', 'restoreTrashed', 'deleteMedia', 'purgeTrashed'], run: deleteOldest },
];

async function renameMedia({ shop, console }) {
  const id = any(shop.ids.media);
  const { revision, name } = await console('getConsoleMedia', { id });
  await console('updateMedia', { id, body: { revision, name, description: new Date().toISOString() } });
}

async function turnPlaylist({ shop, console }) {
  const id = any(shop.ids.playlists);
  const { revision, name, items } = await console('getConsolePlaylist', { id });
  const [first, ...others] = items.map(({ mediaId, ownSeconds }) => ({ mediaId, ownSeconds }));
  await console('updatePlaylist', { id, body: { revision, name, items: [...others, first] } });
}

async function publish({ shop, console }) {
  const id = any(shop.ids.campaigns);
  const { revision, latest } = await console('getConsoleCampaign', { id });
  const end = latest.flight.end === '2099-12-30' ? '2099-12-31' : '2099-12-30';
  await console('updateCampaign', { id, body: { revision, flight: { start: null, end } } });
  const preview = await console('previewPublish', { id });
  await console('publishCampaign', { id, body: { revision: preview.revision, contentHash: preview.contentHash } });
}

// What was uploaded goes again, so that the last hour meets as much content as the first; and once it is brought back.
async function deleteOldest({ shop, console }) {
  if (shop.uploaded.length <= UPLOADED_KEPT) return void (await console('getMe'));
  const id = shop.uploaded.shift();
  await console('deleteMedia', { id });
  await console('restoreTrashed', { body: { ids: [id] } });
  await console('deleteMedia', { id });
  await console('purgeTrashed', { id });
}
