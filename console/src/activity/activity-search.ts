import type { ActivityFilters } from '@vitrine/contract/activity';
import { isKnownKind } from '@vitrine/contract/activity-words';

export type ActivitySearch = Partial<ActivityFilters>;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isDay = (value: unknown): value is string => isText(value) && /^\d{4}-\d{2}-\d{2}$/.test(value);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// The filters stand in the address, so that they can be sent to somebody and survive the back button. What does not fit
// is left out.
export function parseActivitySearch({
  token,
  person,
  kind,
  object,
  from,
  to,
}: Record<string, unknown>): ActivitySearch {
  return {
    ...(isText(token) && { token }),
    ...(isText(person) && { person }),
    ...(isText(kind) && isKnownKind(kind) && { kind }),
    ...(isText(object) && UUID.test(object) && { object }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}
