import { useQueryClient } from '@tanstack/react-query';
import type { Screen, ScreenList } from '@vitrine/contract/screens';
import { endpointQuery } from '../api/endpoint-query.js';

const EVERY_MS = 20_000;
const SOON_MS = 4000;

// Somebody stands in front of it and waits.
const isAwaited = ({ state, pairedAt }: Screen): boolean => state === 'new' && pairedAt !== null;

// Follows the screens while the page is looked at.
export const screensQuery = {
  ...endpointQuery('listScreens'),
  staleTime: 0,
  refetchInterval: ({ state }: { readonly state: { readonly data: ScreenList | undefined } }) =>
    state.data?.items.some(isAwaited) === true ? SOON_MS : EVERY_MS,
};

// The answer of a change is the screen as it is now.
export function useScreenSaved(): (screen: Screen) => void {
  const queryClient = useQueryClient();
  const forget = useScreensChanged();
  return (screen) => {
    queryClient.setQueryData(
      screensQuery.queryKey,
      (list) => list && { ...list, items: list.items.map((one) => (one.id === screen.id ? screen : one)) },
    );
    forget();
  };
}

// What a change of screens is seen in.
export function useScreensChanged(): () => void {
  const queryClient = useQueryClient();
  return () => {
    // A tag that was new is offered from now on.
    for (const name of ['listScreens', 'getToday', 'previewPublish', 'listConsoleTags']) {
      void queryClient.invalidateQueries({ queryKey: [name] });
    }
  };
}
