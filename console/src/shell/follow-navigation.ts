import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { forgetMerchant } from '../api/chosen-merchant.js';
import { onSignedOut } from '../api/call.js';
import { awaitHeading, focusHeading } from '../ui/page-header.js';

// What happens with every change of page: the new heading gets the focus, and a session that ended leads to sign-in.
export function followNavigation(router: AnyRouter, queryClient: QueryClient): void {
  router.subscribe('onBeforeLoad', ({ pathChanged, fromLocation }) => {
    // The first page of a visit keeps the focus where browsers put it, at its start.
    if (pathChanged && fromLocation !== undefined) awaitHeading();
  });
  router.subscribe('onRendered', focusHeading);
  onSignedOut(() => {
    const { pathname, href } = router.state.location;
    if (pathname === '/sign-in' || pathname === '/join') return;
    queryClient.clear();
    forgetMerchant();
    void router.navigate({ to: '/sign-in', search: pathname === '/' ? {} : { to: href }, replace: true });
  });
}
