import assert from 'node:assert/strict';
import { test } from 'vitest';
import { tools } from '@vitrine/contract/tools';
import { callTool, newAiKey } from '../../../tests/harness/ai-keys.js';
import { newPerson } from '../../../tests/harness/console.js';
import { aCampaign, anImage, aPlaylist, aPublished, aTag } from '../../../tests/harness/content.js';
import { newScreen } from '../../../tests/harness/screens.js';
import { useService, type ArchiveParts } from '../../../tests/harness/service.js';

const service = useService();

// A shop with screens, in whose name an assistant asks.
async function newShop(parts: ArchiveParts, screens: readonly Parameters<typeof newScreen>[2][] = []) {
  const shop = await service.newMerchant(parts);
  const person = await newPerson(service, { [shop.id]: 'staff' });
  const { secret } = await newAiKey(service, { merchantId: shop.id, personId: person.id });
  const paired = [];
  for (const screen of screens) paired.push(await newScreen(service, shop.id, screen));
  return { shop, paired, ask: (input: object = {}) => callTool(service.url, secret, 'whats_on', input) };
}

type Item = ReturnType<typeof anImage>;
type Flight = { readonly start: string | null; readonly end: string | null };
const ALWAYS: Flight = { start: null, end: null };
type Over = { readonly tagIds?: string[]; readonly portrait?: Item; readonly flight?: Flight };

const played = ({ id }: Item) => ({ playlistId: null, items: [{ mediaId: id, type: 'image', durationSeconds: 10 }] });

// A live campaign that plays one picture for ten seconds.
function live(name: string, item: Item, { tagIds = [], portrait, flight = ALWAYS }: Over = {}) {
  const content = { landscape: played(item), portrait: portrait === undefined ? null : played(portrait) };
  return aCampaign({ name, tagIds, liveVersion: 1, versions: [aPublished({ flight, content })] });
}

// The same as whats_on lists it.
const listed = ({ lineageId, name }: ReturnType<typeof live>, { id, name: itemName }: Item, flight = ALWAYS) => ({
  id: lineageId,
  name,
  flight,
  totalSeconds: 10,
  items: [{ mediaId: id, name: itemName, type: 'image', seconds: 10 }],
});

test('groups screens that play the same, as their tags and orientation decide', async () => {
  const [bread, tea, tall] = [anImage({ name: 'Bread' }), anImage({ name: 'Tea' }), anImage({ name: 'Tall tea' })];
  const tag = aTag('Window');
  const forAll = live('A for all', bread);
  const tagged = live('B for windows', tea, { tagIds: [tag.id], portrait: tall });
  const { ask } = await newShop({ tags: [tag], media: [bread, tea, tall], campaigns: [forAll, tagged] }, [
    { name: 'Counter' },
    { name: 'Door' },
    { name: 'Window', tagIds: [tag.id] },
    { name: 'Window, upright', tagIds: [tag.id], orientation: 'portrait' },
  ]);
  const { data, text } = await ask();
  assert.deepEqual(data, {
    moment: '2026-06-15T14:00',
    timeZone: 'Europe/Paris',
    groups: [
      {
        screenCount: 2,
        screens: ['Counter', 'Door'],
        playing: [listed(forAll, bread), listed(tagged, tea)],
        playingCount: 2,
        default: null,
      },
      { screenCount: 1, screens: ['Window'], playing: [listed(tagged, tea)], playingCount: 1, default: null },
      { screenCount: 1, screens: ['Window, upright'], playing: [listed(tagged, tall)], playingCount: 1, default: null },
    ],
    groupCount: 3,
    starting: [],
    ending: [],
  });
  assert.equal(
    text,
    [
      'At 2026-06-15T14:00 (Europe/Paris):',
      '2 screens (Counter, Door) play, taking turns:',
      `A for all (${forAll.lineageId}), without a beginning or an end, 10 s a round:`,
      `- Bread (${bread.id}), image, 10 s`,
      `B for windows (${tagged.lineageId}), without a beginning or an end, 10 s a round:`,
      `- Tea (${tea.id}), image, 10 s`,
      '1 screen (Window) plays:',
      `B for windows (${tagged.lineageId}), without a beginning or an end, 10 s a round:`,
      `- Tea (${tea.id}), image, 10 s`,
      '1 screen (Window, upright) plays:',
      `B for windows (${tagged.lineageId}), without a beginning or an end, 10 s a round:`,
      `- Tall tea (${tall.id}), image, 10 s`,
    ].join('\n'),
  );
  const upright = await ask({ orientation: 'portrait' });
  assert.deepEqual(
    Object(upright.data['groups']).map(({ screens }: { screens: string[] }) => screens),
    [['Window, upright']],
  );
});

test('reads flights in the time zone of each screen', async () => {
  const bread = anImage();
  const flight = { start: '2026-06-16', end: null };
  const campaign = live('Tuesday', bread, { flight });
  const { ask } = await newShop({ media: [bread], campaigns: [campaign] }, [
    { name: 'Here' },
    { name: 'Tokyo', timeZone: 'Asia/Tokyo' },
  ]);
  const { data } = await ask({ moment: '2026-06-15T23:30' });
  assert.deepEqual(data['groups'], [
    { screenCount: 1, screens: ['Here'], playing: [], playingCount: 0, default: null },
    { screenCount: 1, screens: ['Tokyo'], playing: [listed(campaign, bread, flight)], playingCount: 1, default: null },
  ]);
  const ahead = async (screen: string) => (await ask({ moment: '2026-06-15T23:30', screen })).data['starting'];
  assert.deepEqual(await ahead('Here'), [{ id: campaign.lineageId, name: 'Tuesday', at: '2026-06-16' }]);
  assert.deepEqual(await ahead('Tokyo'), []);
});

test('names for each screen the campaigns of its own program', async () => {
  const bread = anImage();
  const [one, other] = [aTag('One'), aTag('Other')];
  const ended = { start: null, end: '2026-06-14' };
  const campaigns = [
    live('All', bread),
    live('One', bread, { tagIds: [one.id] }),
    live('Both', bread, { tagIds: [one.id, other.id] }),
    live('Ended', bread, { flight: ended }),
  ];
  const { ask, paired } = await newShop({ tags: [one, other], media: [bread], campaigns }, [
    {},
    { tagIds: [one.id] },
    { tagIds: [other.id] },
    { tagIds: [one.id, other.id], orientation: 'portrait' },
  ]);
  const namesOf = (list: unknown): string[] => Object(list).map(({ name }: { name: string }) => name);
  for (const screen of paired) {
    const [group] = Object((await ask({ screen: screen.id })).data['groups']);
    const program = (await screen.get('/program')).json;
    assert.deepEqual(namesOf(group.playing), namesOf(program['campaigns']));
    assert.ok(group.playingCount > 0);
  }
});

test('answers for one screen, and refuses a name that several screens have', async () => {
  const [bread, tea] = [anImage(), anImage()];
  const [tag, unused] = [aTag('Used'), aTag('Unused')];
  const soon = { start: '2026-06-17', end: null };
  const campaigns = [live('Bread', bread, { flight: soon }), live('Tea', tea, { tagIds: [tag.id], flight: soon })];
  const { ask, paired } = await newShop({ tags: [tag, unused], media: [bread, tea], campaigns }, [
    { name: 'Window', tagIds: [tag.id] },
    { name: 'Counter' },
    { name: 'Counter', orientation: 'portrait' },
  ]);
  const [window, counter, upright] = paired;
  for (const screen of [window?.id.toUpperCase(), 'window', 'Window']) {
    const { data } = await ask({ screen });
    assert.deepEqual(
      [Object(data['groups']).length, Object(data['groups'])[0].screens, data['starting']],
      [1, ['Window'], [{ id: campaigns[1]?.lineageId, name: 'Tea', at: '2026-06-17' }]],
    );
  }
  const several = await ask({ screen: 'Counter' });
  const ids = [`${counter?.id} (landscape)`, `${upright?.id} (portrait)`].sort().join(', ');
  assert.deepEqual(
    [several.isError, several.text],
    [true, `2 screens have the name "Counter". Pass one of their ids: ${ids}.`],
  );
  const none = await ask({ screen: 'Wind' });
  assert.deepEqual(
    [none.isError, none.text],
    [true, 'There is no screen "Wind". Call about for the names of the screens.'],
  );
});

test('lists twenty groups, ten names and 24 campaigns, and counts the rest', async () => {
  const items = Array.from({ length: 26 }, () => anImage());
  const tags = Array.from({ length: 21 }, (_, at) => aTag(`Tag ${at}`));
  const campaigns = items.map((item, at) =>
    live(`Campaign ${at}`, item, { tagIds: tags.slice(at, at + 1).map(({ id }) => id) }),
  );
  const { ask } = await newShop({ tags, media: items, campaigns }, [
    ...Array.from({ length: 12 }, (_, at) => ({ name: `All ${String(at).padStart(2, '0')}` })),
    ...tags.map(({ id }, at) => ({ name: `Tagged ${String(at).padStart(2, '0')}`, tagIds: [id] })),
  ]);
  const { data, text } = await ask();
  const groups: { screenCount: number; screens: string[]; playing: object[]; playingCount: number }[] = Object(
    data['groups'],
  );
  const [all, tagged] = groups;
  assert.deepEqual([groups.length, data['groupCount']], [20, 22]);
  assert.deepEqual(
    [all?.screenCount, all?.screens, all?.playing.length, all?.playingCount],
    [12, Array.from({ length: 10 }, (_, at) => `All 0${at}`), 24, 26],
  );
  assert.deepEqual([tagged?.screens, tagged?.playingCount], [['Tagged 00'], 1]);
  assert.match(text, /^12 screens \(All 00, .*, All 09 and 2 more\) play, taking turns:$/m);
  assert.match(text, /^And 2 more campaigns, which are not listed here\.$/m);
  assert.match(text, /^And 2 more groups of screens, which are not listed here\.$/m);
});

test('says what the default playlist plays, and what a screen would play where there is none', async () => {
  const bread = anImage({ name: 'Bread' });
  const playlist = aPlaylist({ items: [{ mediaId: bread.id, durationSeconds: 8 }] });
  const { ask } = await newShop({
    merchant: { defaultPlaylistId: playlist.id },
    media: [bread],
    playlists: [playlist],
  });
  const { data, text } = await ask();
  assert.deepEqual(data['groups'], [
    {
      screenCount: 0,
      screens: [],
      playing: [],
      playingCount: 0,
      default: [{ mediaId: bread.id, name: 'Bread', type: 'image', seconds: 8 }],
    },
  ]);
  assert.equal(
    text,
    [
      'At 2026-06-15T14:00 (Europe/Paris):',
      'No screen was found. A screen without tags would play the default playlist:',
      `- Bread (${bread.id}), image, 8 s`,
    ].join('\n'),
  );
});

test('every tool that takes a flight states its format', () => {
  const flights = Object.values(tools).flatMap(({ input }) => {
    const { flight } = input.properties as {
      readonly flight?: { properties: Record<string, { description: string }> };
    };
    return flight === undefined ? [] : [flight.properties];
  });
  assert.ok(flights.length > 0);
  for (const flight of flights) {
    assert.deepEqual(Object.keys(flight), ['start', 'end']);
    for (const { description } of Object.values(flight)) {
      assert.match(description, /YYYY-MM-DD \(.*\) or YYYY-MM-DDTHH:MM/);
    }
  }
});
