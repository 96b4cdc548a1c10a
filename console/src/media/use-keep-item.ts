import { useQueryClient } from '@tanstack/react-query';
import type { ConsoleMedia } from '@vitrine/contract/console/media';
import { endpointQuery } from '../api/endpoint-query.js';
import { changeInLibrary } from './library.js';

// The answer of a change is the item as it is now: nothing needs to be read again.
export function useKeepItem(): (media: ConsoleMedia) => void {
  const queryClient = useQueryClient();
  return (media) => {
    queryClient.setQueryData(endpointQuery('getConsoleMedia', { params: { id: media.id } }).queryKey, media);
    changeInLibrary(queryClient, media);
  };
}
