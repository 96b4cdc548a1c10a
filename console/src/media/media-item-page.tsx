import { IconPhotoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NotFoundError } from '@vitrine/client';
import { endpointQuery } from '../api/endpoint-query.js';
import { EmptyState } from '../ui/empty-state.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { LinkButton } from '../ui/links.js';
import { LoadingPage } from '../ui/loading.js';
import { PageHeader } from '../ui/page-header.js';
import { MediaItem } from './media-item.js';
import './media.css';

export function MediaItemPage(): ReactNode {
  const { id } = useParams({ from: '/shell/media/$id' });
  const { data, error, refetch } = useQuery(endpointQuery('getConsoleMedia', { params: { id } }));
  if (error instanceof NotFoundError) return <NoSuchItem />;
  if (data !== undefined) return <MediaItem key={id} media={data} />;
  if (error === null) return <LoadingPage />;
  return (
    <>
      <PageHeader title="Media item" />
      <ErrorNotice failure={error} title="The item could not be loaded" onRetry={() => void refetch()} />
    </>
  );
}

const NoSuchItem = (): ReactNode => (
  <>
    <PageHeader title="Media item" />
    <EmptyState
      icon={IconPhotoOff}
      title="There is no such item"
      action={<LinkButton to="/media">To the media</LinkButton>}
    >
      It may have been deleted, or it belongs to another merchant.
    </EmptyState>
  </>
);
