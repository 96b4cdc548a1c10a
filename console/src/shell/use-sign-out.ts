import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { UnauthorizedError } from '@vitrine/client';
import { call } from '../api/call.js';
import { meQuery } from '../api/me.js';
import { forgetMerchant } from '../api/chosen-merchant.js';
import { countKept, forgetPerson } from '../ui/kept-drafts.js';
import { forgetUnanswered } from '../ui/unanswered.js';
import { forgetUnsavedWork, mayLeave } from '../ui/unsaved-work.js';

// Leaves nothing of the person in the tab. A session that has ended already is as good as signed out.
export function useSignOut(): (how: 'signOut' | 'signOutEverywhere') => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (how) => {
    const personId = queryClient.getQueryData(meQuery.queryKey)?.person.id;
    const kept = personId === undefined ? 0 : countKept(personId);
    if (!(await mayLeave('tab', kept > 0 ? [keptWords(kept)] : []))) return;
    let companyUrl: string | null = null;
    try {
      ({ companyUrl } = await call(how));
    } catch (thrown) {
      if (!(thrown instanceof UnauthorizedError)) throw thrown;
    }
    forgetMerchant();
    if (personId !== undefined) forgetPerson(personId);
    forgetUnsavedWork('tab');
    forgetUnanswered();
    // From here on nobody is in: a call of an upload that is refused now does not ask for a sign-in.
    queryClient.removeQueries({ queryKey: meQuery.queryKey });
    // Signed out here, and at the company too, which sends the browser back to the sign-in page.
    if (companyUrl !== null) return window.location.assign(companyUrl);
    await navigate({ to: '/sign-in', search: {} });
    // How people come in is nobody's own, and the sign-in page is waiting for it.
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'getSignInWays' });
    queryClient.getMutationCache().clear();
  };
}

const keptWords = (things: number): string =>
  `This browser keeps changes of yours that you did not save, of ${things === 1 ? 'one thing' : `${things} things`}. They go when you sign out.`;
