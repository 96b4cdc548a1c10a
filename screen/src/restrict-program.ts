import type { Program } from './wire.js';

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
  return { ...taken, screen, merchant, campaigns, default: newest.default === null ? null : taken.default };
}
