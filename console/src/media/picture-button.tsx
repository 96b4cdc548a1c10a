import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCrop } from '@tabler/icons-react';
import type { ConsoleMedia } from '@vitrine/contract/media';
import { Suspense, type ReactNode } from 'react';
import { Dialog } from '../ui/dialog.js';
import { lazyPart } from '../ui/lazy-part.js';
import { LoadingRows } from '../ui/loading.js';

const PictureDialog = lazyPart(async () => (await import('./picture/picture-dialog.js')).PictureDialog);

// What a browser both reads and writes; of a GIF it would keep the first picture only.
const EDITABLE = ['image/jpeg', 'image/png', 'image/webp'];
// More than this a browser may refuse to draw.
const PIXELS_MAX = 64_000_000;

export const isEditable = ({ file, fileUrl, width, height, isBroken }: ConsoleMedia): boolean =>
  file !== null &&
  fileUrl !== null &&
  !isBroken &&
  EDITABLE.includes(file.mimeType) &&
  (width ?? 0) * (height ?? 0) <= PIXELS_MAX;

export function PictureButton({ media }: { readonly media: ConsoleMedia }): ReactNode {
  const [isOpen, dialog] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<IconCrop size={18} aria-hidden />} onClick={dialog.open}>
        Crop, rotate
      </Button>
      <Dialog opened={isOpen} onClose={dialog.close} title={`Crop or rotate “${media.name}”`} size="xl">
        <Suspense fallback={<LoadingRows count={4} />}>
          {isOpen && <PictureDialog media={media} onClose={dialog.close} />}
        </Suspense>
      </Dialog>
    </>
  );
}
