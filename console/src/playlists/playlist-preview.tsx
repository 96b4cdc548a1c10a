import { Modal, SegmentedControl, Stack } from '@mantine/core';
import type { ShownItem } from '@vitrine/contract/console/campaigns';
import { useState, type ReactNode } from 'react';
import { PlayPreview } from '../ui/play-preview.js';

type Props = { readonly opened: boolean; readonly onClose: () => void; readonly items: readonly ShownItem[] };

const ORIENTATIONS = [
  { value: 'landscape', label: 'Landscape' },
  { value: 'portrait', label: 'Portrait' },
] as const;

// What is in the editor right now, saved or not.
export function PlaylistPreview({ opened, onClose, items }: Props): ReactNode {
  const [orientation, setOrientation] = useState<'landscape' | 'portrait'>('landscape');
  return (
    <Modal opened={opened} onClose={onClose} title="Preview" size="xl" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack>
        <SegmentedControl
          data={[...ORIENTATIONS]}
          value={orientation}
          onChange={setOrientation}
          aria-label="Orientation of the screen"
        />
        <PlayPreview items={items} orientation={orientation} />
      </Stack>
    </Modal>
  );
}
