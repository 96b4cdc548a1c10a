import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconPhotoOff, IconPlaylistAdd, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ConsoleMedia } from '@vitrine/contract/media';
import type { ReactNode } from 'react';
import { NotFoundError } from '@vitrine/client';
import { endpointQuery } from '../api/endpoint-query.js';
import { EmptyState } from '../ui/empty-state.js';
import { LinkButton } from '../ui/links.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingPage } from '../ui/loading.js';
import { MediaPlayer } from '../ui/media-player.js';
import { notifyFailure } from '../ui/notify.js';
import { PageHeader } from '../ui/page-header.js';
import { saveFile } from '../ui/save-file.js';
import { useRefreshBroken } from '../ui/use-signed-url.js';
import { useMany } from '../ui/use-many.js';
import { useMadeThumbnail } from '../ui/use-made-thumbnail.js';
import { BackToLibrary } from './back-to-library.js';
import { DeleteDialog } from './delete-dialog.js';
import { EditTextForm } from './edit-text-form.js';
import { fetchStored } from './fetch-stored.js';
import { ItemFacts, UsedIn } from './item-sections.js';
import { ItemTags } from './item-tags.js';
import { ItemWarnings } from './item-warnings.js';
import { AddToPlaylistDialog } from './many/add-to-playlist-dialog.js';
import './media.css';
import { Neighbours } from './neighbours.js';
import { isEditable, PictureButton } from './picture-button.js';
import { ReplaceButton } from './replace-button.js';

export function MediaItemPage(): ReactNode {
  const { id } = useParams({ from: '/shell/media/$id' });
  const query = useQuery(endpointQuery('getConsoleMedia', { params: { id } }));
  if (query.error instanceof NotFoundError) return <NoSuchItem />;
  return (
    <Loaded query={query} what="The item" heading="Media item" loading={<LoadingPage />}>
      {(media) => <MediaItem key={id} media={media} />}
    </Loaded>
  );
}

const NoSuchItem = (): ReactNode => (
  <>
    <PageHeader title="Media item" />
    <EmptyState
      icon={IconPhotoOff}
      title="There is no such item"
      action={<LinkButton to="/media">Go to the media</LinkButton>}
    >
      It may have been deleted, or it belongs to another merchant.
    </EmptyState>
  </>
);

function MediaItem({ media }: { readonly media: ConsoleMedia }): ReactNode {
  const [isDeleting, deleting] = useDisclosure();
  return (
    <>
      <Group justify="space-between">
        <BackToLibrary />
        <Neighbours id={media.id} />
      </Group>
      <PageHeader
        title={media.name}
        actions={
          <Group gap="sm" className="media-item-actions">
            <AddToPlaylist media={media} />
            {isEditable(media) && <PictureButton media={media} />}
            {media.file !== null && <ReplaceButton media={media} />}
            {media.file !== null && <DownloadButton media={media} />}
            <Button
              variant="default"
              c="var(--mantine-color-error)"
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={deleting.open}
            >
              Delete
            </Button>
          </Group>
        }
      />
      <div className="two-columns media-item">
        <Stack gap="xl">
          <ItemPreview media={media} />
          <UsedIn media={media} />
        </Stack>
        <Stack gap="xl">
          <EditTextForm media={media} />
          <ItemTags media={media} />
          <ItemFacts media={media} />
        </Stack>
      </div>
      <DeleteDialog media={media} opened={isDeleting} onClose={deleting.close} />
    </>
  );
}

// An item that came without a thumbnail gets it here too; what no picture can be made of is told as broken.
function ItemPreview({ media }: { readonly media: ConsoleMedia }): ReactNode {
  const onBroken = useRefreshBroken('getConsoleMedia');
  const { id, type, width, fileUrl, thumbnailUrl } = media;
  const needsPicture = thumbnailUrl === null && type !== 'web' && fileUrl !== null;
  const { place, made } = useMadeThumbnail(needsPicture ? { id, type, width, fileUrl } : undefined);
  return (
    <Stack gap="md">
      <div className="media-preview" ref={place}>
        <MediaPlayer media={media} onBroken={onBroken} />
      </div>
      <ItemWarnings media={media} isBroken={media.isBroken || made.kind === 'broken'} />
    </Stack>
  );
}

// Beyond this the browser shows the file in a tab of its own, from where it can be saved, instead of holding it here.
const HELD_BYTES_MAX = 256 * 1024 * 1024;

// By way of the page, because a browser gives a file of another origin its own name and not ours.
function DownloadButton({ media }: { readonly media: ConsoleMedia }): ReactNode {
  const queryClient = useQueryClient();
  const loading = useMutation({
    mutationFn: async () => {
      // The page may have stood open for longer than the address lives.
      const query = endpointQuery('getConsoleMedia', { params: { id: media.id } });
      const fresh = await queryClient.fetchQuery({ ...query, staleTime: 0 });
      await save(fresh);
    },
    onError: (thrown) => notifyFailure(thrown, 'The file was not loaded'),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={loading.isPending}
      onClick={() => loading.mutate()}
    >
      Download
    </Button>
  );
}

async function save(media: ConsoleMedia): Promise<void> {
  const { name, file, fileUrl } = media;
  if (file === null || fileUrl === null) return;
  if (file.sizeBytes > HELD_BYTES_MAX) {
    const link = { href: fileUrl, target: '_blank', rel: 'noreferrer noopener' };
    Object.assign(document.createElement('a'), link).click();
    return;
  }
  saveFile(await fetchStored(media), file.fileName ?? name);
}

function AddToPlaylist({ media }: { readonly media: ConsoleMedia }): ReactNode {
  const [isOpen, dialog] = useDisclosure();
  const many = useMany();
  return (
    <>
      <Button
        leftSection={<IconPlaylistAdd size={18} aria-hidden />}
        loading={many.progress !== undefined}
        onClick={dialog.open}
      >
        Add to a playlist
      </Button>
      {isOpen && <AddToPlaylistDialog ids={[media.id]} what={`“${media.name}”`} many={many} onClose={dialog.close} />}
    </>
  );
}
