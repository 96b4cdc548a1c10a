import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.js';
import { onSubmit } from './form-fields.js';

type Props = {
  readonly onSend: (form: FormData) => void;
  readonly sending: { readonly isPending: boolean; readonly error: unknown };
  // A verb: "Create", "Add".
  readonly label: string;
  readonly failureTitle?: string;
  readonly onCancel?: () => void;
  readonly disabled?: boolean;
  // The caller checks what was typed, and says what is wrong beside the field.
  readonly noValidate?: boolean;
  readonly children: ReactNode;
};

// The fields of a dialog, what went wrong with them, and the buttons below.
export function DialogForm(props: Props): ReactNode {
  const { onSend, sending, label, failureTitle, onCancel, disabled = false, noValidate = false, children } = props;
  return (
    <form onSubmit={onSubmit(onSend)} noValidate={noValidate}>
      <Stack>
        {children}
        {sending.error !== null && (
          <ErrorNotice failure={sending.error} {...(failureTitle !== undefined && { title: failureTitle })} />
        )}
        <Group justify="flex-end">
          {onCancel !== undefined && (
            <Button variant="default" onClick={onCancel} disabled={sending.isPending}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={sending.isPending} disabled={disabled}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
