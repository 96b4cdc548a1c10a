import { Portal, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';

type Props = { readonly onFiles: (files: readonly File[]) => void };

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

// Files may be dropped anywhere on the page, beside everything that is on it.
export function DropOverlay({ onFiles }: Props): ReactNode {
  const isOver = useFileDrop(onFiles);
  if (!isOver) return null;
  return (
    <Portal>
      <div className="media-drop">
        <div className="media-drop-frame">
          <IconUpload size={40} stroke={1.4} aria-hidden />
          <Text fz="lg" fw={600}>
            Drop to add to the library
          </Text>
          <Text size="sm">JPEG, PNG or WebP pictures, MP4 or WebM videos</Text>
        </div>
      </div>
    </Portal>
  );
}

function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  // Entering a child is told before the parent is left, so enters and leaves are counted.
  const depth = useRef(0);
  useEffect(() => {
    const move = (by: number) => (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth.current = Math.max(0, depth.current + by);
      setIsOver(depth.current > 0);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth.current = 0;
      setIsOver(false);
      onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    const listeners = { dragenter: move(1), dragleave: move(-1), dragover: move(0), drop } as const;
    window.addEventListener('dragenter', listeners.dragenter);
    window.addEventListener('dragleave', listeners.dragleave);
    window.addEventListener('dragover', listeners.dragover);
    window.addEventListener('drop', listeners.drop);
    return () => {
      window.removeEventListener('dragenter', listeners.dragenter);
      window.removeEventListener('dragleave', listeners.dragleave);
      window.removeEventListener('dragover', listeners.dragover);
      window.removeEventListener('drop', listeners.drop);
    };
  }, [onFiles]);
  return isOver;
}
