// Whether a flight plays at a minute, as parts of statements. Flights are texts, `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`: compared
// byte by byte they are in the order of their moments, and a zone enters only through the minute that they are compared with
// (latestWallClock).
import { sql, type Statement } from '../db/sql.js';

export type Flown = { readonly start: Statement; readonly end: Statement };

export const LIVE: Flown = { start: sql`live.flight_start`, end: sql`live.flight_end` };

export const hasBegun = ({ start }: Flown, wall: string): Statement =>
  sql`(${start} is null or ${start} collate "C" <= ${wall})`;

// A day as end is included whole.
export const isOver = ({ end }: Flown, wall: string): Statement =>
  sql`(${end} is not null and ${end} collate "C" <= ${wall} and ${end} <> ${dayOf(wall)})`;

export const playsAt = (flown: Flown, wall: string): Statement =>
  sql`(${hasBegun(flown, wall)} and not ${isOver(flown, wall)})`;

export const dayOf = (wall: string): string => wall.slice(0, 'YYYY-MM-DD'.length);
