import { CALENDAR_CAMPAIGNS_MAX, PLAYING_SHOWN_MAX } from '@vitrine/contract/console-limits';
import { TOOL_DAYS_AHEAD, TOOL_SCREEN_GROUPS_MAX, TOOL_SCREENS_NAMED_MAX } from '@vitrine/contract/ai-limits';
import { statusAt } from '@vitrine/contract/campaign-status';
import { latestWallClock } from '@vitrine/contract/local-time';
import type { lookTools } from '@vitrine/contract/look-tools';
import { DAY_MS } from '@vitrine/contract/time-units';
import type { ToolInput, ToolOutput } from '@vitrine/contract/tool';
import { selectCalendar, type CalendarRow } from '../campaigns/flight-queries.js';
import { toInstant } from '../campaigns/get-calendar.js';
import { unprocessable } from '../errors.js';
import { foldText } from '../fold.js';
import type { MerchantId } from '../ids.js';
import { dayOf } from '../playlists/flight-conditions.js';
import { selectFlown, selectSetUps } from '../screens/program-queries.js';
import { readPlayable, setUpKey, type Playable, type ScreenSetUp } from '../screens/programs.js';
import { lines, sayFlight, sayPlayed } from './say.js';
import type { AssistantDeps, ToolHandler } from './tool-call.js';

type WhatsOn = ToolHandler<typeof lookTools.whats_on>;
type Input = ToolInput<typeof lookTools.whats_on>;
type Data = ToolOutput<typeof lookTools.whats_on>;
type Group = Data['groups'][number];
// Without an id: no screen, but what one without tags would be.
type Screen = ScreenSetUp & { readonly id: string | null; readonly name: string };

export const whatsOn: WhatsOn = async (deps, { person: { merchantId, timeZone } }, input) => {
  const instant = toInstant(deps.clock, timeZone, input.moment);
  const screens = await findScreens(deps, merchantId, input);
  const groups = await toGroups(deps, screens, instant);
  const data = {
    moment: input.moment ?? latestWallClock(timeZone, instant),
    timeZone,
    groups: groups.slice(0, TOOL_SCREEN_GROUPS_MAX),
    groupCount: groups.length,
    ...(await findAhead(deps, merchantId, {
      zone: input.screen === undefined ? timeZone : (screens[0]?.timeZone ?? timeZone),
      tagIds: input.screen === undefined ? [] : (screens[0]?.tagIds ?? []),
      instant,
    })),
  };
  return { data, text: say(data) };
};

async function findScreens(
  { db }: AssistantDeps,
  merchantId: MerchantId,
  { screen, orientation }: Input,
): Promise<readonly Screen[]> {
  const rows = (await selectSetUps(db, merchantId)).map((row) => ({ ...row, merchantId }));
  const all = rows
    .filter(({ id }) => id !== null)
    .map((row) => ({ row, key: `${foldText(row.name)}\u0000${row.id}` }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
  const asked = screen === undefined ? all : [requireScreen(all, screen)];
  const found = asked.filter((one) => orientation === undefined || one.orientation === orientation);
  if (found.length > 0) return found;
  return rows.slice(0, 1).map((row) => ({
    ...row,
    id: null,
    tagIds: [],
    orientation: orientation ?? 'landscape',
  }));
}

function requireScreen(screens: readonly Screen[], asked: string): Screen {
  const wanted = foldText(asked);
  const byId = screens.filter(({ id }) => id === wanted);
  const found = byId.length > 0 ? byId : screens.filter(({ name }) => foldText(name) === wanted);
  const [screen] = found;
  if (screen === undefined) {
    throw unprocessable(`There is no screen "${asked}". Call about for the names of the screens.`);
  }
  if (found.length === 1) return screen;
  const which = found.map(({ id, orientation }) => `${id} (${orientation})`).join(', ');
  throw unprocessable(`${found.length} screens have the name "${asked}". Pass one of their ids: ${which}.`);
}

// Computes each program once and puts the screens that play the same into one group.
async function toGroups({ db }: AssistantDeps, screens: readonly Screen[], instant: number): Promise<readonly Group[]> {
  const programs = new Map<string, Omit<Group, 'screenCount' | 'screens'>>();
  const groups = new Map<string, Group>();
  for (const screen of screens) {
    const key = setUpKey(screen);
    const program = programs.get(key) ?? toProgram(await readPlayable(db, screen, instant), screen.timeZone, instant);
    programs.set(key, program);
    const content = JSON.stringify(program);
    const { screenCount, screens: names } = groups.get(content) ?? { screenCount: 0, screens: [] };
    groups.set(content, {
      ...program,
      screenCount: screenCount + (screen.id === null ? 0 : 1),
      screens: [...names, ...(screen.id === null ? [] : [screen.name])].slice(0, TOOL_SCREENS_NAMED_MAX),
    });
  }
  return [...groups.values()];
}

function toProgram(playable: Playable, timeZone: string, instant: number) {
  const media = new Map(playable.media.map((one) => [one.id, one]));
  const toItems = (items: Playable['campaigns'][number]['items']) =>
    items.flatMap(({ mediaId, durationSeconds: seconds }) => {
      const found = media.get(mediaId);
      return found === undefined ? [] : [{ mediaId, name: found.name, type: found.type, seconds }];
    });
  const running = playable.campaigns.filter(
    ({ flight }) => statusAt(instant, { isLive: true, wasPublished: true, flight, timeZone }) === 'running',
  );
  return {
    playing: running.slice(0, PLAYING_SHOWN_MAX).map(({ lineageId, name, flight, items }) => ({
      id: lineageId,
      name,
      flight,
      totalSeconds: items.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
      items: toItems(items),
    })),
    playingCount: running.length,
    default: running.length > 0 || playable.default === null ? null : toItems(playable.default.items),
  };
}

type Ahead = { readonly zone: string; readonly tagIds: readonly string[]; readonly instant: number };

// Finds the live campaigns that start or end after the moment, for screens with these tags. An end that is a day counts as
// that day.
async function findAhead({ db }: AssistantDeps, merchantId: MerchantId, { zone, tagIds, instant }: Ahead) {
  const at = latestWallClock(zone, instant);
  const from = dayOf(at);
  const to = dayOf(new Date(Date.parse(`${from}T00:00Z`) + TOOL_DAYS_AHEAD * DAY_MS).toISOString());
  const rows = await selectCalendar(db, merchantId, { from, to }, CALENDAR_CAMPAIGNS_MAX);
  const reached = new Set<string>((await selectFlown(db, merchantId, tagIds)).map(({ lineageId }) => lineageId));
  const live = rows.filter(({ isLive, lineageId }) => isLive && reached.has(lineageId));
  const within = (edge: 'flightStart' | 'flightEnd', isAhead: (moment: string) => boolean) =>
    live
      .flatMap((row) => toBoundary(row, row[edge]))
      .filter((boundary) => isAhead(boundary.at) && dayOf(boundary.at) <= to)
      .sort((a, b) => (a.at < b.at ? -1 : 1));
  return {
    starting: within('flightStart', (moment) => moment > at),
    ending: within('flightEnd', (moment) => (moment.includes('T') ? moment > at : moment >= from)),
  };
}

const toBoundary = ({ lineageId: id, name }: CalendarRow, at: string | null) => (at === null ? [] : [{ id, name, at }]);

const say = ({ moment, timeZone, groups, groupCount, starting, ending }: Data): string =>
  lines(
    `At ${moment} (${timeZone}):`,
    groups.flatMap(sayGroup),
    groupCount > groups.length &&
      `And ${groupCount - groups.length} more groups of screens, which are not listed here.`,
    starting.map(({ name, id, at }) => `Starts ${at}: ${name} (${id})`),
    ending.map(({ name, id, at }) => `Ends ${at}: ${name} (${id})`),
  );

function sayGroup(group: Group): readonly string[] {
  const { playing, playingCount, default: content } = group;
  const who = sayScreens(group);
  if (content !== null) return [`${who} the default playlist:`, sayPlayed(content)];
  if (playing.length === 0) return [`${who} nothing.`];
  return [
    `${who}${playingCount > 1 ? ', taking turns' : ''}:`,
    ...playing.flatMap(({ id, name, flight, totalSeconds, items }) => [
      `${name} (${id}), ${sayFlight(flight)}, ${totalSeconds} s a round:`,
      sayPlayed(items),
    ]),
    ...(playingCount > playing.length
      ? [`And ${playingCount - playing.length} more campaigns, which are not listed here.`]
      : []),
  ];
}

function sayScreens({ screenCount, screens }: Group): string {
  if (screenCount === 0) return 'No screen was found. A screen without tags would play';
  const more = screenCount > screens.length ? ` and ${screenCount - screens.length} more` : '';
  return `${screenCount === 1 ? '1 screen' : `${screenCount} screens`} (${screens.join(', ')}${more}) ${screenCount === 1 ? 'plays' : 'play'}`;
}
