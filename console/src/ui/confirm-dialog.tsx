import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.js';

type Props = {
  readonly opened?: boolean;
  readonly onClose: () => void;
  readonly title: string;
  // What will happen, and whether it can be undone.
  readonly children: ReactNode;
  // A verb: "Delete", "Revoke".
  readonly confirmLabel: string;
  readonly isDangerous?: boolean;
  // The dialog closes when it succeeds and shows the failure when it does not.
  readonly onConfirm: () => Promise<unknown>;
};

export function ConfirmDialog(props: Props): ReactNode {
  const { opened = true, onClose, title, children, confirmLabel, isDangerous = false, onConfirm } = props;
  const confirm = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  const close = (): void => {
    if (confirm.isPending) return;
    confirm.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={title}>
      <Stack>
        <Text component="div" size="sm">
          {children}
        </Text>
        {confirm.isError && <ErrorNotice failure={confirm.error} />}
        <Group justify="flex-end">
          {/* The harmless one has the focus: Enter must not destroy anything by itself. */}
          <Button variant="default" onClick={close} disabled={confirm.isPending} data-autofocus>
            Cancel
          </Button>
          <Button {...(isDangerous && { color: 'red' })} loading={confirm.isPending} onClick={() => confirm.mutate()}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
