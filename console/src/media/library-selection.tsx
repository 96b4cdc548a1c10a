import { IconDownload, IconPlaylistAdd, IconTag, IconTagOff, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { formatCount } from '../ui/format-length.js';
import { notifyDone } from '../ui/notify.js';
import { SelectAllButton, SelectionBar } from '../ui/selection-bar.js';
import type { ListSelection } from '../ui/use-list-selection.js';
import { useMany, type Many } from '../ui/use-many.js';
import { countQuery, isRead, toQuery, type KnownItem } from './library.js';
import { AddToPlaylistDialog } from './many/add-to-playlist-dialog.js';
import { DeleteManyDialog } from './many/delete-many-dialog.js';
import { useDownloadMany } from './many/download-many.js';
import { AddTagsDialog, RemoveTagsDialog } from './many/tag-dialogs.js';
import type { MediaSearch } from './media-search.js';

type Props = {
  readonly selection: ListSelection;
  readonly search: MediaSearch;
  readonly items: readonly (KnownItem | undefined)[];
};

const ACTIONS = [
  { key: 'tag', label: 'Add tags', icon: IconTag },
  { key: 'untag', label: 'Remove tags', icon: IconTagOff },
  { key: 'playlist', label: 'Add to playlist', icon: IconPlaylistAdd },
  { key: 'download', label: 'Download', icon: IconDownload },
  { key: 'delete', label: 'Delete', icon: IconTrash, isDangerous: true },
] as const;
type Action = (typeof ACTIONS)[number]['key'];

// What can be done with the media that are chosen.
export function LibrarySelection({ selection, search, items: known }: Props): ReactNode {
  const items = useMemo(() => known.filter(isRead), [known]);
  const [open, setOpen] = useState<Action>();
  const many = useMany();
  const download = useDownloadMany(search, items);
  const ids = [...selection.ids];
  const close = (): void => setOpen(undefined);
  const start = (action: Action): void =>
    action === 'download'
      ? many.run('Downloading', (onDone) => download(ids, onDone), 'Nothing was downloaded')
      : setOpen(action);
  if (ids.length === 0 && many.progress === undefined && open === undefined) return null;
  const dialog = { ids, items, many, onClose: close, onDone: selection.clear, onGone: selection.drop };
  return (
    <>
      <SelectionBar
        label="Selected media"
        count={ids.length}
        many={many}
        actions={ACTIONS}
        onStart={start}
        onClear={selection.clear}
      >
        <SelectAll selection={selection} search={search} many={many} />
      </SelectionBar>
      {open === 'tag' && <AddTagsDialog {...dialog} />}
      {open === 'untag' && <RemoveTagsDialog {...dialog} />}
      {open === 'playlist' && <AddToPlaylistDialog {...dialog} />}
      {open === 'delete' && <DeleteManyDialog {...dialog} />}
    </>
  );
}

type AllProps = { readonly selection: ListSelection; readonly search: MediaSearch; readonly many: Many };

function SelectAll({ selection, search, many }: AllProps): ReactNode {
  const count = useQuery(countQuery(search)).data;
  if (count === undefined || selection.ids.size >= count.count) return null;
  const selectAll = async (): Promise<void> => {
    const reading = call('listConsoleMediaIds', { query: toQuery(search) });
    const isSelected = await selection.selectRead(async () => (await reading).ids);
    const { ids, isComplete } = await reading;
    if (isSelected && !isComplete) {
      notifyDone(`The first ${formatCount(ids.length)} are selected. There are more than that.`);
    }
  };
  return (
    <SelectAllButton
      found={`${formatCount(count.count)}${count.isExact ? '' : '+'}`}
      onSelectAll={() => many.run('Selecting', selectAll)}
    />
  );
}
