import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from './endpoint-query.js';

export const merchantQuery = { ...endpointQuery('getMerchant'), staleTime: 5 * 60_000 };

// The time zone that the merchant's dates are read in; until it is known, that of this machine.
export function useTimeZone(): string {
  const { data } = useQuery(merchantQuery);
  return data?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
