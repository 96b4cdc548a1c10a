import { useEffect } from 'react';

// What has the focus may go: the line of something deleted, a dialog and its buttons. Browsers then give it to nothing, tell
// nobody, and the next Tab begins at the top. So it goes back to what had it before the dialog, else to the page's heading.
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: Element | undefined;
    let outside: HTMLElement | undefined;
    const follow = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      focused = target;
      if (target.closest('[role="dialog"]') === null) outside = target;
    };
    const restore = (): void => {
      if (document.activeElement !== document.body) return;
      const heading = document.querySelector<HTMLElement>('h1[tabindex="-1"]');
      (outside?.isConnected === true ? outside : heading)?.focus({ preventScroll: true });
    };
    // After everybody else had their turn: a dialog that closes gives the focus back by itself.
    const observer = new MutationObserver(() => {
      if (focused === undefined || focused.isConnected) return;
      focused = undefined;
      setTimeout(restore);
    });
    document.addEventListener('focusin', follow);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', follow);
      observer.disconnect();
    };
  }, []);
}
