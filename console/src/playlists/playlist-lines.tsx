import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CAMPAIGN_NAME_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import type { PlaylistSummary } from '@vitrine/contract/playlists';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { merchantQuery } from '../api/merchant.js';
import { lazyPart } from '../ui/lazy-part.js';
import { makeOnce } from '../ui/make-once.js';
import { notifyDone, notifyFailure } from '../ui/notify.js';
import { SelectableLines } from '../ui/selectable-lines.js';
import { useLatest } from '../ui/use-latest.js';
import { focusItem } from '../ui/use-list-keys.js';
import { useListSelection } from '../ui/use-list-selection.js';
import { useRefreshBroken } from '../ui/use-signed-url.js';
import { DeletePlaylistsDialog } from './delete-playlists-dialog.js';
import { PlaylistLine } from './playlist-line.js';
import { PlaylistSelection } from './playlist-selection.js';
import { toQuery } from './playlists-query.js';
import type { PlaylistsSearch } from './playlists-search.js';
import { useCopyPlaylist } from './use-copy-playlist.js';
import { useDeletePlaylists } from './use-many-playlists.js';

const PreviewDialog = lazyPart(async () => (await import('./preview-dialog.js')).PreviewDialog);

type Props = {
  readonly playlists: readonly PlaylistSummary[];
  readonly search: PlaylistsSearch;
  readonly total: number | undefined;
};

export function PlaylistLines({ playlists, search, total }: Props): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const onBroken = useRefreshBroken('listConsolePlaylists');
  const defaultId = useQuery(merchantQuery).data?.defaultPlaylistId;
  const selection = useListSelection(playlists, JSON.stringify(toQuery(search)));
  const deletePlaylists = useDeletePlaylists();
  const [looked, look] = useState<PlaylistSummary>();
  const [deleting, askToDelete] = useState<PlaylistSummary>();
  const actions = useLatest({ ...useLineActions(), onPreview: look, onDelete: askToDelete });
  const onLook = (at: number): void => {
    const playlist = playlists[at];
    if (playlist !== undefined && playlist.itemCount > 0) look(playlist);
  };
  const remove = async ({ id, name }: PlaylistSummary): Promise<void> => {
    await deletePlaylists([id], undefined, name);
    selection.drop([id]);
  };
  const endLook = (): void => {
    look(undefined);
    const at = playlists.findIndex(({ id }) => id === looked?.id);
    focusItem(list.current, at);
  };
  return (
    <>
      <PlaylistSelection selection={selection} playlists={playlists} search={search} total={total} />
      <SelectableLines ref={list} label="Playlists" selection={selection} onLook={onLook}>
        {playlists.map((playlist, at) => (
          <PlaylistLine
            key={playlist.id}
            playlist={playlist}
            at={at}
            isSelected={selection.ids.has(playlist.id)}
            isDefault={playlist.id === defaultId}
            actions={actions}
            onBroken={onBroken}
          />
        ))}
      </SelectableLines>
      {deleting !== undefined && (
        <DeletePlaylistsDialog
          ids={[deleting.id]}
          name={deleting.name}
          onConfirm={() => remove(deleting)}
          onClose={() => askToDelete(undefined)}
        />
      )}
      {looked !== undefined && (
        <Suspense fallback={null}>
          <PreviewDialog playlist={looked} onClose={endLook} />
        </Suspense>
      )}
    </>
  );
}

// What leads to another page.
function useLineActions() {
  const copy = useCopyPlaylist();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const newCampaign = async ({ id, name }: PlaylistSummary): Promise<void> => {
    const draft = { name: name.slice(0, CAMPAIGN_NAME_CHARACTERS_MAX), landscapePlaylistId: id };
    const { lineageId } = await makeOnce(`campaign with ${id}`, (lineageId) =>
      call('createCampaign', { body: { lineageId, ...draft } }),
    );
    for (const list of ['listConsoleCampaigns', 'listConsolePlaylists', 'getConsolePlaylist']) {
      void queryClient.invalidateQueries({ queryKey: [list] });
    }
    await navigate({ to: '/campaigns/$lineageId', params: { lineageId } });
    notifyDone(`“${name}” is a draft with this playlist. Nothing of it is on screens yet.`);
  };
  return {
    onCopy: (playlist: PlaylistSummary): void =>
      void copy(playlist).catch((thrown) => notifyFailure(thrown, 'It was not copied')),
    onCampaign: (playlist: PlaylistSummary): void =>
      void newCampaign(playlist).catch((thrown) => notifyFailure(thrown, 'The campaign was not created')),
  };
}
