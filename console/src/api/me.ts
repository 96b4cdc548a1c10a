import { NotFoundError } from '@vitrine/client';
import type { Me } from '@vitrine/contract/session';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { call } from './call.js';
import { chooseMerchant, findChosenMerchant, forgetMerchant } from './chosen-merchant.js';

// Who is signed in. From the first answer on the tab keeps to the merchant that it named.
export const meQuery = queryOptions({
  queryKey: ['getMe'] as const,
  queryFn: ({ client, signal }) => readAgain(client, signal),
  staleTime: 5 * 60_000,
  // Somebody else may have signed in in another tab of this browser meanwhile.
  refetchOnWindowFocus: 'always',
});

export async function readMe(signal: AbortSignal): Promise<Me> {
  const me = await readAtChosen(signal);
  keepMerchant(me);
  return me;
}

// Nothing read for the one merchant is shown for the other.
async function readAgain(queryClient: QueryClient, signal: AbortSignal): Promise<Me> {
  const before = findChosenMerchant();
  const me = await readMe(signal);
  if (before !== undefined && before !== me.merchant?.merchantId) forgetOthers(queryClient);
  return me;
}

// All that was read but for who is signed in.
export const forgetOthers = (queryClient: QueryClient): void =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });

// Who was removed from the merchant that the tab was at goes on with another one.
async function readAtChosen(signal: AbortSignal): Promise<Me> {
  try {
    return await call('getMe', {}, signal);
  } catch (thrown) {
    if (!(thrown instanceof NotFoundError) || findChosenMerchant() === undefined) throw thrown;
    forgetMerchant();
    return call('getMe', {}, signal);
  }
}

export function keepMerchant({ merchant }: Me): void {
  if (merchant === null) forgetMerchant();
  else chooseMerchant(merchant.merchantId);
}

type Member = Me['memberships'][number];

// For pages below the shell, which has read it before; also for somebody who belongs to no merchant.
export function useMe(): Me {
  const { data } = useQuery(meQuery);
  if (data === undefined) throw new Error('This page belongs below the shell.');
  return data;
}

// The person at work and the merchant that this tab is about.
export function useMember(): Member & { readonly person: Me['person']; readonly isAdmin: boolean } {
  const { merchant, person } = useMe();
  if (merchant === null) throw new Error('This page belongs to a merchant.');
  return { ...merchant, person, isAdmin: merchant.role !== 'staff' };
}
