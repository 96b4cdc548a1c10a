import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { notifyFailure } from './notify.js';
import { saveFile } from './save-file.js';

type Props = { readonly size?: 'xs' | 'sm'; readonly read: () => Promise<Blob>; readonly fileName: string };

export function ExportButton({ size = 'sm', read, fileName }: Props): ReactNode {
  const exporting = useMutation({
    mutationFn: read,
    onSuccess: (file) => saveFile(file, fileName),
    onError: (failure) => notifyFailure(failure, 'The file could not be created'),
  });
  return (
    <Button
      variant="default"
      size={size}
      leftSection={<IconDownload size={size === 'xs' ? 16 : 18} aria-hidden />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      Export as CSV
    </Button>
  );
}
