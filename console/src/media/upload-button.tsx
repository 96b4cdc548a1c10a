import { Button, FileButton } from '@mantine/core';
import { IconFolderUp, IconUpload } from '@tabler/icons-react';
import { MIME_TYPES } from '@vitrine/client';
import { useRef, type ReactNode } from 'react';
import { IconButton } from '../ui/icon-button.js';
import { isMeant } from './uploads/dropped-files.js';

// What the picker offers: what the library takes, and what is made into that here.
const ACCEPTED = [
  ...MIME_TYPES,
  'image/heic',
  'image/heif',
  'video/quicktime',
  'application/pdf',
  '.heic',
  '.mov',
].join(',');

type Props = { readonly onFiles: (files: readonly File[]) => void; readonly label: string };

export function UploadButton({ onFiles, label }: Props): ReactNode {
  const reset = useRef<() => void>(null);
  const take = (files: File[]): void => {
    onFiles(files);
    // Or the same file could not be chosen twice.
    reset.current?.();
  };
  return (
    <FileButton multiple accept={ACCEPTED} resetRef={reset} onChange={take} inputProps={{ 'aria-label': label }}>
      {(props) => (
        <Button {...props} leftSection={<IconUpload size={18} aria-hidden />}>
          {label}
        </Button>
      )}
    </FileButton>
  );
}

// Everything that is in a folder, and in the folders in it.
export function UploadFolderButton({ onFiles }: Pick<Props, 'onFiles'>): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const take = (list: FileList | null): void => {
    onFiles([...(list ?? [])].filter(isMeant));
    if (input.current !== null) input.current.value = '';
  };
  return (
    <>
      <IconButton
        label="Upload a folder"
        title="Upload a folder"
        icon={IconFolderUp}
        variant="default"
        size={36}
        onClick={() => input.current?.click()}
      />
      <input
        ref={(element) => {
          input.current = element;
          element?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        multiple
        hidden
        aria-label="A folder to upload"
        onChange={(event) => take(event.currentTarget.files)}
      />
    </>
  );
}
