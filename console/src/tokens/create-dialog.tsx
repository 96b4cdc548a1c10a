import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { NewTokenValue } from './new-token-value.js';
import { TokenForm, type TokenOrder } from './token-form.js';

type Props = { readonly opened: boolean; readonly onClose: () => void };

export function CreateDialog({ opened, onClose }: Props): ReactNode {
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: (body: TokenOrder) => call('createToken', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['listTokens'] }),
  });
  const close = (): void => {
    create.reset();
    onClose();
  };
  const title = create.data === undefined ? 'New token' : 'Copy the token now';
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
      // A slip beside the dialog must not lose a value that is shown only once.
      closeOnClickOutside={create.data === undefined}
    >
      {create.data === undefined ? (
        <TokenForm onSubmit={create.mutate} isSending={create.isPending} failure={create.error} />
      ) : (
        <NewTokenValue made={create.data} onClose={close} />
      )}
    </Modal>
  );
}
