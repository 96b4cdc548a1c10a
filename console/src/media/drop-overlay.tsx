import { Portal, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconUpload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { formatCount } from '../ui/format-length.js';
import { notifyFailure, notifyWarning } from '../ui/notify.js';
import { filesOf, type Dropped } from './uploads/dropped-files.js';

type Props = { readonly onFiles: (files: readonly File[]) => void };

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
          <Text size="sm">Pictures, videos, or a folder with them</Text>
        </div>
      </div>
    </Portal>
  );
}

function useFileDrop(onFiles: Props['onFiles']): boolean {
  // Entering a child is told before the parent is left, so enters and leaves are counted.
  const [depth, setDepth] = useState(0);
  const onDropped = ({ files, unread }: Dropped): void => {
    if (unread.length > 0) notifyWarning(...unreadWords(unread));
    if (files.length > 0) onFiles(files);
  };
  const take = (event: DragEvent, next: (depth: number) => number): void => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    setDepth(next);
    if (event.type !== 'drop') return;
    filesOf(event.dataTransfer)
      .then(onDropped)
      .catch((thrown: unknown) => notifyFailure(thrown, 'Not uploaded'));
  };
  useWindowEvent('dragenter', (event) => take(event, (before) => before + 1));
  useWindowEvent('dragleave', (event) => take(event, (before) => Math.max(0, before - 1)));
  useWindowEvent('dragover', (event) => take(event, (before) => before));
  useWindowEvent('drop', (event) => take(event, () => 0));
  return depth > 0;
}

const NAMED_MAX = 3;

function unreadWords(names: readonly string[]): [title: string, message: string] {
  const named = names.slice(0, NAMED_MAX).map((name) => `“${name}”`);
  const more = names.length > NAMED_MAX ? ` and ${formatCount(names.length - NAMED_MAX)} more` : '';
  const are = names.length === 1 ? 'is' : 'are';
  return ['Not everything could be read', `${named.join(', ')}${more} ${are} not uploaded.`];
}
