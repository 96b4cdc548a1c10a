import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConsoleMedia } from '@vitrine/contract/console/media';
import type { ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { notifyFailure } from '../ui/notify.js';
import { saveFile } from '../ui/save-file.js';

// Beyond this the browser shows the file in a tab of its own, from where it can be saved, instead of holding it here.
const HELD_BYTES_MAX = 256 * 1024 * 1024;

// By way of the page, because a browser gives a file of another origin its own name and not ours.
export function DownloadButton({ media }: { readonly media: ConsoleMedia }): ReactNode {
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

async function save({ name, file, fileUrl }: ConsoleMedia): Promise<void> {
  if (file === null || fileUrl === null) return;
  if (file.sizeBytes > HELD_BYTES_MAX) {
    const link = { href: fileUrl, target: '_blank', rel: 'noreferrer noopener' };
    Object.assign(document.createElement('a'), link).click();
    return;
  }
  const response = await fetch(fileUrl);
  if (!response.ok) throw new Error(`The storage answered with ${response.status}.`);
  saveFile(await response.blob(), file.fileName ?? name);
}
