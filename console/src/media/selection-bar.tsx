import { Button, Group, Menu, Progress, Text, VisuallyHidden } from '@mantine/core';
import { IconDots, IconDownload, IconPlaylistAdd, IconTag, IconTagOff, IconTrash, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { formatCount } from '../ui/format-length.js';
import { notifyDone } from '../ui/notify.js';
import { IconButton } from '../ui/icon-button.js';
import { countQuery, isRead, toQuery, type KnownItem } from './library.js';
import { AddToPlaylistDialog } from './many/add-to-playlist-dialog.js';
import { DeleteManyDialog } from './many/delete-many-dialog.js';
import { useDownloadMany } from './many/download-many.js';
import { AddTagsDialog, RemoveTagsDialog } from './many/tag-dialogs.js';
import { useMany, type Many } from './many/use-many.js';
import type { MediaSearch } from './media-search.js';
import type { Selection } from './use-selection.js';

type Props = {
  readonly selection: Selection;
  readonly search: MediaSearch;
  readonly items: readonly KnownItem[];
};

const ACTIONS = [
  { key: 'tag', label: 'Add tags', icon: IconTag },
  { key: 'untag', label: 'Remove tags', icon: IconTagOff },
  { key: 'playlist', label: 'Add to playlist', icon: IconPlaylistAdd },
  { key: 'download', label: 'Download', icon: IconDownload },
  { key: 'delete', label: 'Delete', icon: IconTrash },
] as const;
type Action = (typeof ACTIONS)[number]['key'];

// What can be done with everything that is chosen. In sight however far the list is scrolled.
export function SelectionBar({ selection, search, items: known }: Props): ReactNode {
  const items = useMemo(() => known.filter(isRead), [known]);
  const [open, setOpen] = useState<Action>();
  const many = useMany();
  const download = useDownloadMany(search, items);
  const ids = [...selection.ids];
  const close = (): void => setOpen(undefined);
  const start = (action: Action): void =>
    action === 'download' ? many.run('Downloading', (onDone) => download(ids, onDone)) : setOpen(action);
  if (ids.length === 0 && many.progress === undefined && open === undefined) return null;
  const dialog = { ids, items, many, onClose: close, onDone: selection.clear };
  return (
    <>
      <section className="media-selection" aria-label="Selected media">
        <Group gap="xs" wrap="nowrap" miw={0}>
          <IconButton label="Clear the selection" icon={IconX} onClick={selection.clear} />
          <Text fw={600} size="sm" className="media-selection-count" aria-live="polite">
            {formatCount(ids.length)} selected
          </Text>
          <SelectAll selection={selection} search={search} many={many} />
        </Group>
        {many.progress === undefined ? <Actions onStart={start} isOff={ids.length === 0} /> : <Working many={many} />}
      </section>
      {open === 'tag' && <AddTagsDialog {...dialog} />}
      {open === 'untag' && <RemoveTagsDialog {...dialog} />}
      {open === 'playlist' && <AddToPlaylistDialog {...dialog} />}
      {open === 'delete' && <DeleteManyDialog {...dialog} />}
    </>
  );
}

type ActionsProps = { readonly onStart: (action: Action) => void; readonly isOff: boolean };

// Buttons where there is room for their words, a menu on a phone.
const Actions = ({ onStart, isOff }: ActionsProps): ReactNode => (
  <>
    <Group gap={4} wrap="nowrap" visibleFrom="md">
      {ACTIONS.map(({ key, label, icon: Icon }) => (
        <Button
          key={key}
          variant="subtle"
          size="compact-sm"
          disabled={isOff}
          {...(key === 'delete' && { c: 'var(--mantine-color-error)' })}
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() => onStart(key)}
        >
          {label}
        </Button>
      ))}
    </Group>
    <Group gap={4} wrap="nowrap" hiddenFrom="md">
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <IconButton label="What to do with them" icon={IconDots} disabled={isOff} />
        </Menu.Target>
        <Menu.Dropdown>
          {ACTIONS.map(({ key, label, icon: Icon }) => (
            <Menu.Item
              key={key}
              {...(key === 'delete' && { c: 'var(--mantine-color-error)' })}
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => onStart(key)}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  </>
);

type AllProps = { readonly selection: Selection; readonly search: MediaSearch; readonly many: Many };

function SelectAll({ selection, search, many }: AllProps): ReactNode {
  const count = useQuery(countQuery(search)).data;
  if (count === undefined || selection.ids.size >= count.count) return null;
  const found = `${formatCount(count.count)}${count.isExact ? '' : '+'}`;
  const selectAll = async (): Promise<void> => {
    const { ids, isComplete } = await call('listConsoleMediaIds', { query: toQuery(search) });
    selection.select(ids);
    if (!isComplete) notifyDone(`The first ${formatCount(ids.length)} are selected. There are more than that.`);
  };
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => many.run('Selecting', selectAll)}>
      Select all {found}
      <VisuallyHidden> found</VisuallyHidden>
    </Button>
  );
}

function Working({ many: { progress } }: { readonly many: Many }): ReactNode {
  if (progress === undefined) return null;
  const { label, done, total } = progress;
  const share = total === 0 ? 100 : Math.max(3, (done / total) * 100);
  return (
    <Group gap="sm" wrap="nowrap" role="status">
      <Text size="sm" c="dimmed">
        {total === 0 ? `${label} …` : `${label}: ${formatCount(done)} of ${formatCount(total)}`}
      </Text>
      <Progress value={share} w={80} size="sm" animated={total === 0} aria-label={label} />
    </Group>
  );
}
