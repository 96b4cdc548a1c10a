import { Card } from '@mantine/core';
import { IconPlaylist } from '@tabler/icons-react';
import { memo, useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.js';
import { Quiet } from '../ui/quiet.js';
import { secondsOf, type DraftItem } from './draft.js';
import { moveTo, removeItems, setSeconds } from './edit-items.js';
import { ItemList } from './item-list.js';
import { MoveDialog, SetTimeDialog } from './items-dialogs.js';
import { ItemsToolbar } from './items-toolbar.js';
import { useSelection } from './use-selection.js';

type Items = readonly DraftItem[];

type Props = {
  readonly items: Items;
  readonly defaultSeconds: number;
  readonly onChange: (items: Items, topic?: string) => void;
  readonly onInsertBelow: (key: string) => void;
  readonly onPlayFrom: (key: string) => void;
};

type Asked = { readonly what: 'time' | 'place'; readonly keys: ReadonlySet<string> };

// The items with everything that is done to one or to many of them. Not drawn again while only the name is typed.
export const ItemsEditor = memo(function ItemsEditor(props: Props): ReactNode {
  const { items, defaultSeconds, onChange } = props;
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<Asked>();
  const sought = useDeferredValue(search);
  const shown = useMemo(() => findItems(items, sought), [items, sought]);
  const selection = useSelection(items, shown);
  const total = useMemo(
    () => items.reduce((sum, item) => sum + secondsOf(item, defaultSeconds), 0),
    [items, defaultSeconds],
  );
  if (items.length === 0) {
    return (
      <EmptyState icon={IconPlaylist} title="Nothing to show yet">
        Add media from the library with the button above, then drag them into their order.
      </EmptyState>
    );
  }
  const close = (): void => setAsked(undefined);
  return (
    <Card withBorder p={0} className="items-card">
      <ItemsToolbar
        count={items.length}
        seconds={total}
        shownCount={shown.length}
        selectedCount={selection.keys.size}
        search={search}
        onSearch={setSearch}
        onSelectAll={(isOn) => (isOn ? selection.set(shown.map(({ key }) => key)) : selection.clear())}
        onSetTime={() => setAsked({ what: 'time', keys: selection.keys })}
        onMove={() => setAsked({ what: 'place', keys: selection.keys })}
        onRemove={() => onChange(removeItems(items, selection.keys))}
      />
      <ItemList
        {...props}
        shown={shown}
        selection={selection}
        onAskPlace={(key) => setAsked({ what: 'place', keys: new Set([key]) })}
      />
      <Quiet size="xs" px="md" py="xs">
        {shown.length === 0
          ? 'No item has this in its name.'
          : 'By keyboard: Tab to a handle, Space, arrow keys or Home and End, Space. Undo is at the bottom.'}
      </Quiet>
      {asked?.what === 'time' && (
        <SetTimeDialog
          count={asked.keys.size}
          onClose={close}
          onSet={(seconds) => onChange(setSeconds(items, asked.keys, seconds))}
        />
      )}
      {asked?.what === 'place' && (
        <MoveDialog
          count={asked.keys.size}
          total={items.length}
          place={items.findIndex(({ key }) => asked.keys.has(key)) + 1}
          onClose={close}
          onMove={(place) => onChange(moveTo(items, asked.keys, place))}
        />
      )}
    </Card>
  );
});

// By name, whatever its case and accents.
function findItems(items: Items, search: string): Items {
  const words = fold(search).split(' ').filter(Boolean);
  if (words.length === 0) return items;
  return items.filter(({ media }) => {
    const name = fold(media.name);
    return words.every((word) => name.includes(word));
  });
}

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
