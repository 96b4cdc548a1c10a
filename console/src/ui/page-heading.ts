// After a change of page the heading gets the focus: people who cannot see the page hear where they are, and the next
// Tab goes on from there. A page that is still loading has no heading yet, so whichever comes first, wins: the router
// when the page is drawn, or the heading when it appears.
let isAwaited = false;

export const awaitHeading = (): void => void (isAwaited = true);

export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1[tabindex="-1"]');
  if (!isAwaited || heading === null) return;
  isAwaited = false;
  heading.focus({ preventScroll: true });
}
