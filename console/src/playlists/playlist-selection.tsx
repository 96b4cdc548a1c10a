import { IconCopy, IconTrash } from '@tabler/icons-react';
import type { PlaylistSummary } from '@vitrine/contract/playlists';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { formatCount } from '../ui/format-length.js';
import { SelectAllButton, SelectionBar } from '../ui/selection-bar.js';
import type { ListSelection } from '../ui/use-list-selection.js';
import { useMany } from '../ui/use-many.js';
import { DeletePlaylistsDialog } from './delete-playlists-dialog.js';
import { readAllIds } from './playlists-query.js';
import type { PlaylistsSearch } from './playlists-search.js';
import { useCopyPlaylists, useDeletePlaylists } from './use-many-playlists.js';

type Props = {
  readonly selection: ListSelection;
  readonly playlists: readonly PlaylistSummary[];
  readonly search: PlaylistsSearch;
  // How many the search finds in all, as soon as it is known.
  readonly total: number | undefined;
};

const ACTIONS = [
  { key: 'copy', label: 'Copy', icon: IconCopy },
  { key: 'delete', label: 'Delete', icon: IconTrash, isDangerous: true },
] as const;

// What can be done with the playlists that are chosen.
export function PlaylistSelection({ selection, playlists, search, total }: Props): ReactNode {
  const many = useMany();
  const [isDeleting, setDeleting] = useState(false);
  const deletePlaylists = useDeletePlaylists();
  const copyPlaylists = useCopyPlaylists();
  const ids = [...selection.ids];
  const copy = (): void =>
    many.run('Copying', async (onDone) => {
      // What is copied is not copied again where a later one fails.
      await copyPlaylists(await findNamed(ids, playlists), onDone, (id) => selection.drop([id]));
      selection.clear();
    });
  const remove = (): Promise<unknown> => {
    many.run('Deleting', async (onDone) => {
      await deletePlaylists(ids, onDone);
      selection.clear();
    });
    return Promise.resolve();
  };
  if (ids.length === 0 && many.progress === undefined) return null;
  return (
    <>
      <SelectionBar
        label="Selected playlists"
        count={ids.length}
        many={many}
        actions={ACTIONS}
        onStart={(action) => (action === 'copy' ? copy() : setDeleting(true))}
        onClear={selection.clear}
      >
        {total !== undefined && ids.length < total && (
          <SelectAllButton
            found={formatCount(total)}
            onSelectAll={() => many.run('Selecting', () => selection.selectRead(() => readAllIds(search)))}
          />
        )}
      </SelectionBar>
      {isDeleting && <DeletePlaylistsDialog ids={ids} onConfirm={remove} onClose={() => setDeleting(false)} />}
    </>
  );
}

// In the order of the list; what is on no page yet is read for its name.
async function findNamed(ids: readonly string[], playlists: readonly PlaylistSummary[]) {
  const wanted = new Set(ids);
  const known = playlists.filter(({ id }) => wanted.delete(id));
  const others = [];
  for (const id of wanted) others.push(await call('getConsolePlaylist', { params: { id } }));
  return [...known, ...others];
}
