import type { Program, ProgramCampaign } from './wire.js';

// What plays while not all of a newer program is on the device: of the last good one what the newer still has, at the
// newer's hours. What was withdrawn goes at once, though a file of something else cannot be fetched.
export function restrictTo(newest: Program | undefined, taken: Program): Program {
  if (newest === undefined || newest.version === taken.version) return taken;
  const flights = new Map(newest.campaigns.map(({ lineageId, flight }) => [lineageId, flight]));
  const campaigns = taken.campaigns.flatMap((campaign) => {
    const flight = flights.get(campaign.lineageId);
    return flight === undefined ? [] : [{ ...campaign, flight }];
  });
  const { screen, merchant } = newest;
  const content = newest.default === null ? null : taken.default;
  const played = new Set([...campaigns, ...(content === null ? [] : [content])].flatMap(mediaIdsOf));
  const media = taken.media.filter(({ id }) => played.has(id));
  return { ...taken, screen, merchant, campaigns, default: content, media };
}

const mediaIdsOf = ({ items }: Pick<ProgramCampaign, 'items'>): readonly string[] =>
  items.map(({ mediaId }) => mediaId);
