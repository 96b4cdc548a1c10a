import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { merchantQuery } from '../api/merchant.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { LoadingPage } from '../ui/loading.js';
import { PageHeader } from '../ui/page-header.js';
import { PlaylistEditor } from './playlist-editor.js';

const route = getRouteApi('/shell/playlists/$id');

export function PlaylistPage(): ReactNode {
  const { id } = route.useParams();
  const playlist = useQuery(endpointQuery('getConsolePlaylist', { params: { id } }));
  const merchant = useQuery(merchantQuery);
  if (playlist.isPending || merchant.isPending) return <LoadingPage />;
  if (playlist.data === undefined || merchant.data === undefined) {
    return (
      <>
        <PageHeader title="Playlist" />
        <ErrorNotice
          failure={playlist.error ?? merchant.error}
          title="The playlist could not be loaded"
          onRetry={() => void playlist.refetch()}
        />
      </>
    );
  }
  return <PlaylistEditor key={id} stored={playlist.data} defaultSeconds={merchant.data.defaultItemSeconds} />;
}
