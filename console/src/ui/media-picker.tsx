import { Button, Group, Modal, ScrollArea, Stack, Text, UnstyledButton } from '@mantine/core';
import type { Media } from '@vitrine/contract/media';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { countItems } from './format-length.js';
import { LoadingCards } from './loading.js';
import './media-picker.css';
import { MediaThumbnail } from './media-thumbnail.js';
import { PagedList, pagesQuery } from './paged-list.js';
import { SearchField } from './search-field.js';

type Props = { readonly opened: boolean; readonly onClose: () => void; readonly onPick: (media: Media[]) => void };

// Media to add to something: any number, in the order in which they were chosen.
export function MediaPicker({ opened, onClose, onPick }: Props): ReactNode {
  return (
    <Modal opened={opened} onClose={onClose} title="Add media" size="xl" scrollAreaComponent={ScrollArea.Autosize}>
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
      <Group justify="flex-end">
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
          {chosen.length === 0 ? 'Add' : `Add ${countItems(chosen.length)}`}
        </Button>
      </Group>
    </Stack>
  );
}

type ChoicesProps = {
  readonly search: string;
  readonly chosen: readonly Media[];
  readonly onToggle: (media: Media) => void;
};

const choicesQuery = (q: string) =>
  pagesQuery(['listConsoleMedia', 'picker', q], (start, signal) =>
    call('listConsoleMedia', { query: { q, ...start } }, signal),
  );

const Choices = ({ search, chosen, onToggle }: ChoicesProps): ReactNode => (
  <PagedList
    query={choicesQuery(search)}
    what="The media"
    loading={<LoadingCards />}
    empty={
      <Text c="dimmed">{search === '' ? 'The library is empty. Upload media first.' : 'Nothing has these words.'}</Text>
    }
  >
    {(items) => (
      <ul className="plain-list media-picker-grid" aria-label="Media to choose from">
        {items.map((media) => (
          <li key={media.id}>
            <UnstyledButton
              className="media-picker-item"
              aria-pressed={chosen.some(({ id }) => id === media.id)}
              onClick={() => onToggle(media)}
            >
              <MediaThumbnail media={media} />
              <Text size="sm" px={8} py={6} truncate>
                {media.name}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    )}
  </PagedList>
);
