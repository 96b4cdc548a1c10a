import { useLocation, useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { BackLink } from '../ui/back-link.js';

// To the library as it was, with filters and place, for those who came from it; to its start for those who did not.
export function BackToLibrary(): ReactNode {
  const leave = useLeaveItem();
  const click = (event: MouseEvent): void => {
    // A new tab has no way back.
    if (event.metaKey || event.ctrlKey || event.shiftKey || !leave.isBack) return;
    event.preventDefault();
    leave.go();
  };
  return (
    <BackLink to="/media" onClick={click}>
      Media
    </BackLink>
  );
}

export function useLeaveItem(): { readonly isBack: boolean; readonly go: () => void } {
  const router = useRouter();
  const isBack = useLocation({ select: ({ state }) => state.library !== undefined });
  const go = (): void => {
    if (isBack) router.history.back();
    else void router.navigate({ to: '/media', replace: true });
  };
  return { isBack, go };
}
