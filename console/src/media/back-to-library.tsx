import { IconArrowLeft } from '@tabler/icons-react';
import { useLocation, useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { LinkButton } from '../ui/links.js';

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
    <LinkButton
      to="/media"
      onClick={click}
      variant="subtle"
      size="compact-sm"
      mb="xs"
      ml={-8}
      leftSection={<IconArrowLeft size={16} aria-hidden />}
    >
      Media
    </LinkButton>
  );
}

export function useLeaveItem(): { readonly isBack: boolean; readonly go: () => void } {
  const router = useRouter();
  const isBack = useLocation({ select: ({ state }) => state.isFromLibrary === true });
  const go = (): void => {
    if (isBack) router.history.back();
    else void router.navigate({ to: '/media', replace: true });
  };
  return { isBack, go };
}
