import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import type { ConsoleMedia } from '@vitrine/contract/console/media';
import type { ReactNode } from 'react';
import { MediaPlayer } from '../ui/media-player.js';
import { PageHeader } from '../ui/page-header.js';
import { BackToLibrary } from './back-to-library.js';
import { DeleteDialog } from './delete-dialog.js';
import { DownloadButton } from './download-button.js';
import { EditTextForm } from './edit-text-form.js';
import { ItemFacts } from './item-facts.js';
import { ItemTags } from './item-tags.js';
import { Section } from './section.js';
import { UsedIn } from './used-in.js';
import { useRefreshBroken } from '../ui/use-refresh-broken.js';

export function MediaItem({ media }: { readonly media: ConsoleMedia }): ReactNode {
  const [isDeleting, deleting] = useDisclosure();
  const onBroken = useRefreshBroken('getConsoleMedia');
  return (
    <>
      <BackToLibrary />
      <PageHeader
        title={media.name}
        actions={
          <Group gap="sm">
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
      <div className="media-item">
        <Stack gap="xl">
          <div className="media-preview">
            <MediaPlayer media={media} onBroken={onBroken} />
          </div>
          <UsedIn media={media} />
        </Stack>
        <Stack gap="xl">
          <EditTextForm media={media} />
          <ItemTags media={media} />
          <Section title="About the file">
            <ItemFacts media={media} />
          </Section>
        </Stack>
      </div>
      <DeleteDialog media={media} opened={isDeleting} onClose={deleting.close} />
    </>
  );
}
