import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../api/call.js';
import { keepMerchant, meQuery } from '../api/me.js';

// For this tab at once, and for tabs that are opened later. Nothing read for the one merchant is shown for the other, and
// the address, which may name something of the first one's, is left.
export function useSwitchMerchant(): (merchantId: string) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (merchantId) => {
    const me = await call('switchMerchant', { body: { merchantId } });
    keepMerchant(me);
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
    queryClient.setQueryData(meQuery.queryKey, me);
    await navigate({ to: '/media' });
  };
}
