import type { AnyRouter } from '@tanstack/react-router';
import { awaitHeading, focusHeading } from '../ui/page-header.js';

// What happens with every change of page: the new heading gets the focus.
export function followNavigation(router: AnyRouter): void {
  router.subscribe('onBeforeLoad', ({ pathChanged, fromLocation }) => {
    // The first page of a visit keeps the focus where browsers put it, at its start.
    if (pathChanged && fromLocation !== undefined) awaitHeading();
  });
  router.subscribe('onRendered', focusHeading);
}
