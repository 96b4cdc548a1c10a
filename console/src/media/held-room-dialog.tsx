import { Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { HeldRoomList } from '../ui/held-room.js';

type Props = { readonly onClose: () => void };

export const HeldRoomDialog = ({ onClose }: Props): ReactNode => (
  <Modal opened onClose={onClose} title="Room that is held">
    <Stack>
      <Text size="sm">
        Uploads that were begun and not finished keep their room for a day, so that they can go on. So does what was
        deleted or finished within the last day.
      </Text>
      <HeldRoomList />
    </Stack>
  </Modal>
);
