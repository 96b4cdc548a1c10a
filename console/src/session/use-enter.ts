import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Me } from '@vitrine/contract/console/session';
import { keepMerchant, meQuery } from '../api/me.js';

// After a sign-in: nothing of whoever was here before is left, and the sign-in page is not what Back leads to.
export function useEnter(): (me: Me, to?: string) => void {
  const queryClient = useQueryClient();
  const router = useRouter();
  return (me, to = '/media') => {
    keepMerchant(me);
    queryClient.clear();
    queryClient.setQueryData(meQuery.queryKey, me);
    router.history.replace(to);
  };
}
