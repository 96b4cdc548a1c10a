import { Button, Group, NativeSelect, ScrollArea, SegmentedControl, Text, UnstyledButton } from '@mantine/core';
import type { Orientation } from '@vitrine/contract/library';
import type { Media, MediaType } from '@vitrine/contract/media';
import { memo, useCallback, useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { Dialog, useKeptOpen } from './dialog.js';
import { countItems } from './format-length.js';
import { LoadingCards } from './loading.js';
import './media-picker.css';
import { MEDIA_TYPES, MediaThumbnail } from './media-thumbnail.js';
import { PagedList, pagesQuery } from './paged-list.js';
import { SearchField } from './search-field.js';
import { TagFilter } from './tag-filter.js';
import { PickerUpload } from './picker-upload.js';
import { useRefreshBroken } from './use-signed-url.js';

type Props = { readonly opened: boolean; readonly onClose: () => void; readonly onPick: (media: Media[]) => void };

// Media to add to something: any number, in the order in which they were chosen. Only the list scrolls: what searches
// stands above it and what adds below, however long it is.
export function MediaPicker({ opened, onClose, onPick }: Props): ReactNode {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Add media"
      size="xl"
      classNames={{ content: 'media-picker', body: 'media-picker-body' }}
    >
      {opened && <Picking onClose={onClose} onPick={onPick} />}
    </Dialog>
  );
}

type Filter = {
  readonly q: string;
  readonly tag: readonly string[];
  readonly type: MediaType | 'all';
  readonly form: Orientation | 'all';
};

const NO_FILTER: Filter = { q: '', tag: [], type: 'all', form: 'all' };

const DISCARD = {
  title: 'Close without adding?',
  words: ['What you chose is not added yet.'],
  stay: 'Go back',
  leave: 'Close',
};

function Picking({ onClose, onPick }: Omit<Props, 'opened'>): ReactNode {
  const [filter, setFilter] = useState(NO_FILTER);
  const [chosen, setChosen] = useState<readonly Media[]>([]);
  useKeptOpen(chosen.length > 0, DISCARD);
  const toggle = useCallback(
    (media: Media): void =>
      setChosen((before) =>
        before.some(({ id }) => id === media.id) ? before.filter(({ id }) => id !== media.id) : [...before, media],
      ),
    [],
  );
  const add = useCallback((media: Media, later: readonly Media[]): void => {
    setChosen((before) => (before.some(({ id }) => id === media.id) ? before : insertBefore(before, media, later)));
  }, []);
  return (
    <>
      <Filters filter={filter} onChange={setFilter} />
      <ScrollArea.Autosize className="media-picker-list" viewportProps={{ tabIndex: -1 }}>
        <Choices filter={filter} chosen={chosen} onToggle={toggle} />
      </ScrollArea.Autosize>
      <Group className="media-picker-foot" justify="space-between" gap="sm">
        <PickerUpload onUploaded={add} />
        <Group gap="sm">
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
      </Group>
    </>
  );
}

// A small file arrives before a large one; they stand in the order in which they were picked.
function insertBefore(chosen: readonly Media[], media: Media, later: readonly Media[]): Media[] {
  const at = chosen.findIndex(({ id }) => later.some((other) => other.id === id));
  return chosen.toSpliced(at === -1 ? chosen.length : at, 0, media);
}

type FiltersProps = { readonly filter: Filter; readonly onChange: (filter: Filter) => void };

const TYPES = [
  { value: 'all', label: 'All' },
  { value: 'image', label: 'Images' },
  { value: 'video', label: 'Videos' },
  { value: 'web', label: 'Pages' },
] as const;

const FORMS = [
  { value: 'all', label: 'Any form' },
  { value: 'landscape', label: 'Landscape' },
  { value: 'portrait', label: 'Portrait' },
  { value: 'square', label: 'Square' },
] as const;

function Filters({ filter, onChange }: FiltersProps): ReactNode {
  return (
    <div className="media-picker-filters" role="search">
      <SearchField
        label="Search the media"
        placeholder="Search name or description"
        value={filter.q}
        onChange={(q) => onChange({ ...filter, q })}
        isFocused
      />
      <TagFilter value={filter.tag} onChange={(tag) => onChange({ ...filter, tag })} />
      <SegmentedControl
        aria-label="Type"
        data={[...TYPES]}
        value={filter.type}
        onChange={(type) => onChange({ ...filter, type })}
      />
      <NativeSelect
        aria-label="Form"
        data={[...FORMS]}
        value={filter.form}
        onChange={({ currentTarget }) => onChange({ ...filter, form: currentTarget.value as Filter['form'] })}
      />
    </div>
  );
}

type ChoicesProps = {
  readonly filter: Filter;
  readonly chosen: readonly Media[];
  readonly onToggle: (media: Media) => void;
};

const PAGE_ITEMS = 60;

// All of it is asked of the service: of five thousand media the few that are wanted come, not all to be looked through.
const choicesQuery = (filter: Filter) =>
  pagesQuery(['listConsoleMedia', 'picker', filter], (start, signal) =>
    call('listConsoleMedia', { query: { ...toQuery(filter), limit: PAGE_ITEMS, ...start } }, signal),
  );

const toQuery = ({ q, tag, type, form }: Filter) => ({
  q,
  ...(tag.length > 0 && { tag: [...tag] }),
  ...(type !== 'all' && { type: [type] }),
  ...(form !== 'all' && { orientation: form }),
});

function Choices({ filter, chosen, onToggle }: ChoicesProps): ReactNode {
  const onBroken = useRefreshBroken('listConsoleMedia');
  const isFiltered = Object.keys(toQuery(filter)).length > 1 || filter.q !== '';
  const places = new Map(chosen.map(({ id }, at) => [id, at + 1]));
  return (
    <PagedList
      query={choicesQuery(filter)}
      what="The media"
      loading={<LoadingCards />}
      empty={
        <Text c="dimmed">{isFiltered ? 'Nothing has all of this.' : 'The library is empty. Upload something.'}</Text>
      }
    >
      {(items) => (
        <ul className="plain-list media-picker-grid" aria-label="Media to choose from">
          {items.map((media) => (
            <Choice key={media.id} media={media} place={places.get(media.id)} onToggle={onToggle} onBroken={onBroken} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

type ChoiceProps = {
  readonly media: Media;
  // Which one it is of those that were chosen.
  readonly place: number | undefined;
  readonly onToggle: (media: Media) => void;
  readonly onBroken: () => void;
};

// Remembered: of five thousand, one is drawn again for a click.
const Choice = memo(function Choice({ media, place, onToggle, onBroken }: ChoiceProps): ReactNode {
  const { label, icon: Icon } = MEDIA_TYPES[media.type];
  return (
    <li className="media-picker-cell">
      <UnstyledButton className="media-picker-item" aria-pressed={place !== undefined} onClick={() => onToggle(media)}>
        <MediaThumbnail media={media} onBroken={onBroken} />
        <Group gap={6} px={8} py={6} wrap="nowrap">
          <Icon size={14} stroke={1.8} role="img" aria-label={label} className="media-picker-type" />
          <Text size="sm" truncate>
            {media.name}
          </Text>
        </Group>
        {place !== undefined && <span className="media-picker-number">{place}</span>}
      </UnstyledButton>
    </li>
  );
});
