import { Alert } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { Dialog } from '../ui/dialog.js';
import { DialogForm } from '../ui/dialog-form.js';
import { newId } from '../ui/new-id.js';
import { notifyDone } from '../ui/notify.js';
import { Quiet } from '../ui/quiet.js';
import { CodeInput } from './code-input.js';
import { cleanCode } from './pairing-code.js';
import { ScreenAddress } from './screen-address.js';
import { faultsOf, NEW_SETTINGS, ScreenFields, toBody } from './screen-fields.js';
import { fullWords } from './screen-words.js';
import { isWrongCode, useCode } from './use-code.js';
import { useScreensChanged } from './use-screens.js';

type Props = {
  readonly opened: boolean;
  // As the picture on the television has it.
  readonly code: string | undefined;
  // There are so many already, and there may not be more.
  readonly fullAt: number | undefined;
  readonly onClose: () => void;
};

export const AddDialog = ({ opened, code, fullAt, onClose }: Props): ReactNode => (
  <Dialog opened={opened} onClose={onClose} title="Add a screen" size="lg">
    {fullAt === undefined ? (
      // Another code that is scanned meanwhile begins anew.
      <AddForm key={code} code={code} onClose={onClose} />
    ) : (
      <Alert color="yellow" title="There is no room for another screen">
        {fullWords(fullAt)}
      </Alert>
    )}
  </Dialog>
);

function AddForm({ code: scanned, onClose }: Pick<Props, 'code' | 'onClose'>): ReactNode {
  // Stays the same for as long as the form is open: sending twice adds once.
  const [id] = useState(newId);
  const field = useRef<HTMLInputElement>(null);
  const code = useCode(field, scanned);
  const [settings, setSettings] = useState(NEW_SETTINGS);
  const [isTried, setTried] = useState(false);
  const onChanged = useScreensChanged();
  const adding = useMutation({
    mutationFn: () => call('addScreen', { body: { id, code: cleanCode(code.text), ...toBody(settings) } }),
    onSuccess: ({ name }) => {
      onChanged();
      notifyDone(`${name} is added. It begins to play in a moment.`);
      onClose();
    },
    onError: (thrown) => isWrongCode(thrown) && code.refuse(),
  });
  const faults = faultsOf(settings);
  const send = (): void => {
    setTried(true);
    const isGiven = Object.keys(faults).length === 0;
    if (code.check() && isGiven) adding.mutate();
  };
  return (
    <DialogForm
      onSend={send}
      sending={isWrongCode(adding.error) ? { ...adding, error: null } : adding}
      label="Add"
      keptAs="new screen"
      failureTitle="The screen was not added"
      onCancel={onClose}
      noValidate
    >
      {scanned === undefined && (
        <div>
          <Quiet mb={6}>Open this address in the browser of the television:</Quiet>
          <ScreenAddress />
        </div>
      )}
      <CodeInput
        ref={field}
        value={code.text}
        onChange={code.change}
        error={code.error}
        isFocused={scanned === undefined}
      />
      <ScreenFields
        settings={settings}
        change={(part) => setSettings((before) => ({ ...before, ...part }))}
        faults={isTried ? faults : {}}
        isNameFirst={scanned !== undefined}
      />
    </DialogForm>
  );
}
