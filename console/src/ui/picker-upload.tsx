import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MIME_TYPES } from '@vitrine/client';
import type { Media } from '@vitrine/contract/media';
import { useRef, type ReactNode } from 'react';
import { findUploader } from './file-uploader.js';
import { notifyFailure } from './notify.js';

type Props = {
  // With those that stood behind it among the files, and were quicker.
  readonly onUploaded: (media: Media, later: readonly Media[]) => void;
};

// Into the library and, when it has arrived, to whoever shows the button.
export function PickerUpload({ onUploaded }: Props): ReactNode {
  const upload = findUploader();
  const reset = useRef<() => void>(null);
  const queryClient = useQueryClient();
  const uploading = useMutation({
    // All of them at once: one that is refused or waits holds up nobody.
    mutationFn: async (files: readonly File[]) => {
      if (upload === undefined) return;
      const arrived: Media[] = [];
      const send = async (file: File, at: number): Promise<void> => {
        const media = await upload(file);
        arrived[at] = media;
        onUploaded(media, arrived.slice(at + 1).filter(Boolean));
        void queryClient.invalidateQueries({ queryKey: ['listConsoleMedia', 'picker'] });
      };
      const told = (file: File) => (thrown: unknown) => notifyFailure(thrown, `${file.name} was not uploaded`);
      await Promise.all(files.map((file, at) => send(file, at).catch(told(file))));
    },
    onSettled: () => reset.current?.(),
  });
  if (upload === undefined) return <span />;
  return (
    <FileButton
      multiple
      accept={MIME_TYPES.join(',')}
      resetRef={reset}
      onChange={(files) => uploading.mutate(files)}
      inputProps={{ 'aria-label': 'Upload and add' }}
    >
      {(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<IconUpload size={18} aria-hidden />}
          loading={uploading.isPending}
        >
          Upload
        </Button>
      )}
    </FileButton>
  );
}
