import { Button, Group, Modal, ScrollArea, Stack, Text, UnstyledButton } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Media } from '@vitrine/contract/media';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { ErrorNotice } from './error-notice.js';
import { LoadMore } from './load-more.js';
import { LoadingCards } from './loading.js';
import './media-picker.css';
import { MediaThumbnail } from './media-thumbnail.js';
import { SearchField } from './search-field.js';

type Props = { readonly opened: boolean; readonly onClose: () => void; readonly onPick: (media: Media[]) => void };

// Media to add to something: any number, in the order in which they were chosen.
export function MediaPicker({ opened, onClose, onPick }: Props): ReactNode {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Add media"
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
      scrollAreaComponent={ScrollArea.Autosize}
    >
      {opened && <Picking onClose={onClose} onPick={onPick} />}
    </Modal>
  );
}

function Picking({ onClose, onPick }: Omit<Props, 'opened'>): ReactNode {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<readonly Media[]>([]);
  const toggle = (media: Media): void =>
    setChosen((before) =>
      before.some(({ id }) => id === media.id) ? before.filter(({ id }) => id !== media.id) : [...before, media],
    );
  return (
    <Stack>
      <SearchField
        label="Search the media"
        placeholder="Search name or description"
        value={search}
        onChange={setSearch}
      />
      <Choices search={search} chosen={chosen} onToggle={toggle} />
      <Group justify="flex-end" className="media-picker-foot">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={chosen.length === 0}
          onClick={() => {
            onPick([...chosen]);
            onClose();
          }}
        >
          {chosen.length === 0 ? 'Add' : `Add ${chosen.length} ${chosen.length === 1 ? 'item' : 'items'}`}
        </Button>
      </Group>
    </Stack>
  );
}

const FIRST: string | undefined = undefined;

type ChoicesProps = {
  readonly search: string;
  readonly chosen: readonly Media[];
  readonly onToggle: (media: Media) => void;
};

function Choices({ search, chosen, onToggle }: ChoicesProps): ReactNode {
  const list = useInfiniteQuery({
    queryKey: ['listConsoleMedia', 'picker', search],
    queryFn: ({ pageParam, signal }) =>
      call('listConsoleMedia', { query: { q: search, ...(pageParam !== undefined && { cursor: pageParam }) } }, signal),
    initialPageParam: FIRST,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  if (list.isPending) return <LoadingCards />;
  if (list.data === undefined) return <ErrorNotice failure={list.error} title="The media could not be loaded" />;
  const items = list.data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    return (
      <Text c="dimmed">{search === '' ? 'The library is empty. Upload media first.' : 'Nothing has these words.'}</Text>
    );
  }
  return (
    <>
      <ul className="media-picker-grid" aria-label="Media to choose from">
        {items.map((media) => (
          <li key={media.id}>
            <UnstyledButton
              className="media-picker-item"
              aria-pressed={chosen.some(({ id }) => id === media.id)}
              onClick={() => onToggle(media)}
            >
              <MediaThumbnail media={media} />
              <span className="media-picker-name">{media.name}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {list.hasNextPage && <LoadMore isLoading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />}
    </>
  );
}
