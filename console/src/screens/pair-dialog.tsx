import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Screen } from '@vitrine/contract/screens';
import { useRef, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { Dialog } from '../ui/dialog.js';
import { DialogForm } from '../ui/dialog-form.js';
import { notifyDone } from '../ui/notify.js';
import { CodeInput } from './code-input.js';
import { cleanCode } from './pairing-code.js';
import { ScreenAddress } from './screen-address.js';
import { isWrongCode, useCode } from './use-code.js';
import { useScreenSaved } from './use-screens.js';

type Props = { readonly screen: Screen; readonly onClose: () => void };

// Another device takes the place of a screen: its name, what it plays and what it has played stay.
export const PairDialog = ({ screen, onClose }: Props): ReactNode => (
  <Dialog opened onClose={onClose} title={`Pair a device with ${screen.name}`}>
    <PairForm screen={screen} onClose={onClose} />
  </Dialog>
);

function PairForm({ screen, onClose }: Props): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const code = useCode(field);
  const onSaved = useScreenSaved();
  const pairing = useMutation({
    mutationFn: () => call('pairScreen', { params: { id: screen.id }, body: { code: cleanCode(code.text) } }),
    onSuccess: (saved) => {
      onSaved(saved);
      notifyDone(`${saved.name} is paired. It begins to play in a moment.`);
      onClose();
    },
    onError: (thrown) => isWrongCode(thrown) && code.refuse(),
  });
  return (
    <DialogForm
      onSend={() => code.check() && pairing.mutate()}
      sending={isWrongCode(pairing.error) ? { ...pairing, error: null } : pairing}
      label="Pair"
      failureTitle="The device was not paired"
      onCancel={onClose}
      noValidate
    >
      <div>
        <Text size="sm" mb={6}>
          Open this address on the device and type the code that it shows. Its name and its settings stay
          {screen.pairedAt === null ? '.' : '; the device that was paired until now goes dark.'}
        </Text>
        <ScreenAddress />
      </div>
      <CodeInput ref={field} value={code.text} onChange={code.change} error={code.error} isFocused />
    </DialogForm>
  );
}
