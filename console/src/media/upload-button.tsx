import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { MIME_TYPES } from '@vitrine/client';
import { useRef, type ReactNode } from 'react';

type Props = { readonly onFiles: (files: readonly File[]) => void; readonly label: string };

export function UploadButton({ onFiles, label }: Props): ReactNode {
  const reset = useRef<() => void>(null);
  const take = (files: File[]): void => {
    onFiles(files);
    // Or the same file could not be chosen twice.
    reset.current?.();
  };
  return (
    <FileButton
      multiple
      accept={MIME_TYPES.join(',')}
      resetRef={reset}
      onChange={take}
      inputProps={{ 'aria-label': label }}
    >
      {(props) => (
        <Button {...props} leftSection={<IconUpload size={18} aria-hidden />}>
          {label}
        </Button>
      )}
    </FileButton>
  );
}
