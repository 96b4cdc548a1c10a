import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { UnauthorizedError } from '@vitrine/client';
import type { Me } from '@vitrine/contract/session';
import { meQuery } from '../api/me.js';
import { setDateLanguage } from '../ui/date-language.js';

type Place = { readonly pathname: string; readonly href: string };

export const SIGN_IN_METHODS = '/sign-in-methods';

// The address that was asked for comes back after the sign-in, and after the review of the sign-in methods.
export async function requireSignedIn(
  { queryClient }: { queryClient: QueryClient },
  { pathname, href }: Place,
): Promise<Me> {
  try {
    const me = await queryClient.ensureQueryData(meQuery);
    setDateLanguage(me.person.dateLanguage);
    if (me.mustReviewMethods && pathname !== SIGN_IN_METHODS) {
      throw redirect({ to: SIGN_IN_METHODS, search: pathname === '/' ? {} : { to: href }, replace: true });
    }
    return me;
  } catch (thrown) {
    if (!(thrown instanceof UnauthorizedError)) throw thrown;
    throw redirect({ to: '/sign-in', search: pathname === '/' ? {} : { to: href }, replace: true });
  }
}
