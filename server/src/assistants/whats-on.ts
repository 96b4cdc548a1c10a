import { CALENDAR_CAMPAIGNS_MAX } from '@vitrine/contract/console-limits';
import { TOOL_DAYS_AHEAD } from '@vitrine/contract/ai-limits';
import type { lookTools } from '@vitrine/contract/look-tools';
import { DAY_MS } from '@vitrine/contract/time-units';
import type { ToolOutput } from '@vitrine/contract/tool';
import { selectCalendar, type CalendarRow } from '../campaigns/flight-queries.js';
import { getScreensAt } from '../campaigns/get-calendar.js';
import { getConsoleCampaign } from '../campaigns/get-campaign.js';
import { dayOf } from '../playlists/flight-conditions.js';
import { lines, sayFlight, sayPlayed } from './say.js';
import type { AssistantDeps, ToolPrincipal, ToolHandler } from './tool-call.js';
import { toPlayed } from './to-tool-shapes.js';

type WhatsOn = ToolHandler<typeof lookTools.whats_on>;
type Data = ToolOutput<typeof lookTools.whats_on>;

export const whatsOn: WhatsOn = async (deps, caller, { moment, orientation = 'landscape' }) => {
  const query = moment === undefined ? {} : { at: moment };
  const { at, timeZone, playing, playingCount } = await getScreensAt(deps, caller.person, { query });
  const shown = [];
  for (const { lineageId, name, flight } of playing) {
    const items = await findItems(deps, caller, lineageId, orientation);
    const totalSeconds = items.reduce((sum, { seconds }) => sum + seconds, 0);
    shown.push({ id: lineageId, name, flight, totalSeconds, items });
  }
  const data = { moment: at, timeZone, playing: shown, playingCount, ...(await findAhead(deps, caller, at)) };
  return { data, text: say(data) };
};

async function findItems(
  deps: AssistantDeps,
  { person }: ToolPrincipal,
  lineageId: string,
  orientation: 'landscape' | 'portrait',
) {
  const { live } = await getConsoleCampaign(deps, person, { params: { lineageId } });
  const items = orientation === 'portrait' ? (live?.portrait ?? live?.landscape) : live?.landscape;
  return (items ?? []).map(toPlayed);
}

// What is live and starts or ends after the moment; a day that a flight ends with is told as that day.
async function findAhead({ db }: AssistantDeps, { person }: ToolPrincipal, at: string) {
  const from = dayOf(at);
  const to = dayOf(new Date(Date.parse(`${from}T00:00Z`) + TOOL_DAYS_AHEAD * DAY_MS).toISOString());
  const rows = await selectCalendar(db, person.merchantId, { from, to }, CALENDAR_CAMPAIGNS_MAX);
  const live = rows.filter(({ isLive }) => isLive);
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

const say = ({ moment, timeZone, playing, playingCount, starting, ending }: Data): string =>
  lines(
    playing.length === 0
      ? `Nothing plays at ${moment} (${timeZone}).`
      : `At ${moment} (${timeZone}) screens play, taking turns:`,
    playing.flatMap(({ id, name, flight, totalSeconds, items }) => [
      `${name} (${id}), ${sayFlight(flight)}, ${totalSeconds} s a round:`,
      sayPlayed(items),
    ]),
    playingCount > playing.length && `And ${playingCount - playing.length} more, which are not listed here.`,
    starting.map(({ name, id, at }) => `Starts ${at}: ${name} (${id})`),
    ending.map(({ name, id, at }) => `Ends ${at}: ${name} (${id})`),
  );
