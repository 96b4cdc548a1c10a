import { useMutation, useQueryClient } from '@tanstack/react-query';
import { tagNameKey } from '@vitrine/client';
import type { ConsoleMedia } from '@vitrine/contract/media';
import { useRef, useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { notifyFailure } from '../ui/notify.js';
import { TagInput } from '../ui/tag-input.js';
import { useMediaSaved } from './library.js';

type Change = { readonly add: readonly string[]; readonly remove: readonly string[] };

// Tags are put on and taken off at once, one change after the other, without a button to save.
export function ItemTags({ media }: { readonly media: ConsoleMedia }): ReactNode {
  const stored = media.tags.map(({ name }) => name);
  const [wanted, setWanted] = useState<readonly string[]>();
  const under = useRef(0);
  const changing = useChangeTags(media.id);
  const value = wanted ?? stored;
  const change = (names: readonly string[]): void => {
    setWanted(names);
    under.current += 1;
    const settled = (): void => {
      under.current -= 1;
      if (under.current === 0) setWanted(undefined);
    };
    void changing.mutateAsync({ add: without(names, value), remove: without(value, names) }).then(settled, settled);
  };
  return (
    <TagInput
      label="Tags"
      description="Saved at once. Search and filters find the item by them."
      value={value}
      onChange={change}
    />
  );
}

function without(names: readonly string[], others: readonly string[]): string[] {
  const keys = new Set(others.map(tagNameKey));
  return names.filter((name) => !keys.has(tagNameKey(name)));
}

function useChangeTags(id: string) {
  const queryClient = useQueryClient();
  const onSaved = useMediaSaved();
  return useMutation({
    scope: { id: `tags of ${id}` },
    // A tag that was made a moment ago has its id only now.
    mutationFn: ({ add, remove }: Change) => {
      const now = queryClient.getQueryData(endpointQuery('getConsoleMedia', { params: { id } }).queryKey)?.tags ?? [];
      const keys = new Set(remove.map(tagNameKey));
      const gone = now.filter(({ name }) => keys.has(tagNameKey(name))).map((tag) => tag.id);
      return call('changeMediaTags', { params: { id }, body: { add: [...add], remove: gone } });
    },
    onSuccess: (media, { add }) => {
      onSaved(media);
      if (add.length > 0) void queryClient.invalidateQueries({ queryKey: ['listConsoleTags'] });
    },
    onError: (thrown) => notifyFailure(thrown, 'The tags were not changed'),
  });
}
