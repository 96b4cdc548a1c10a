import { Button, Checkbox, CloseButton, TextInput } from '@mantine/core';
import { IconClock, IconSearch, IconSortAscendingNumbers, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { countItems, formatCount, formatLength } from '../ui/format-length.js';
import { Quiet } from '../ui/quiet.js';

type Props = {
  readonly count: number;
  readonly seconds: number;
  readonly shownCount: number;
  readonly selectedCount: number;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly onSelectAll: (isOn: boolean) => void;
  readonly onSetTime: () => void;
  readonly onMove: () => void;
  readonly onRemove: () => void;
};

// Below this a look is enough to find something.
const SEARCHED_MIN = 12;

// Above the items, always in sight: how many and how long, what is searched for, and what can be done with those chosen.
export function ItemsToolbar(props: Props): ReactNode {
  const { count, seconds, shownCount, selectedCount, search, onSelectAll } = props;
  return (
    <div className="items-toolbar" role="toolbar" aria-label="Items">
      <Checkbox
        aria-label={search === '' ? 'Select all items' : 'Select all items found'}
        checked={selectedCount > 0 && selectedCount >= shownCount}
        indeterminate={selectedCount > 0 && selectedCount < shownCount}
        onChange={({ currentTarget }) => onSelectAll(currentTarget.checked)}
      />
      <Quiet className="figures items-toolbar-count" role="status">
        {selectedCount > 0
          ? `${formatCount(selectedCount)} selected`
          : `${countItems(count)} · ${formatLength(seconds)} per loop`}
        {search !== '' && ` · ${shownCount} found`}
      </Quiet>
      {selectedCount > 0 && <SelectionButtons {...props} />}
      {count >= SEARCHED_MIN && <Find {...props} />}
    </div>
  );
}

const SelectionButtons = ({ onSetTime, onMove, onRemove }: Props): ReactNode => (
  <div className="items-toolbar-buttons">
    <Button size="xs" variant="default" leftSection={<IconClock size={16} aria-hidden />} onClick={onSetTime}>
      Set time …
    </Button>
    <Button
      size="xs"
      variant="default"
      leftSection={<IconSortAscendingNumbers size={16} aria-hidden />}
      onClick={onMove}
    >
      Move …
    </Button>
    <Button size="xs" variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
      Remove
    </Button>
  </div>
);

const Find = ({ search, onSearch }: Props): ReactNode => (
  <TextInput
    className="items-toolbar-find"
    data-idle={search === '' || undefined}
    size="xs"
    type="search"
    aria-label="Find in this playlist"
    placeholder="Find in this playlist"
    leftSection={<IconSearch size={14} aria-hidden />}
    rightSection={
      search !== '' && <CloseButton size="xs" aria-label="Show all items again" onClick={() => onSearch('')} />
    }
    value={search}
    onChange={({ currentTarget }) => onSearch(currentTarget.value)}
    // Enter searches as the typing did, and saves nothing.
    onKeyDown={(event) => (event.key === 'Enter' ? event.preventDefault() : undefined)}
  />
);
