import { Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ROTATION_OVERLAP_HOURS_OFFERED } from '@vitrine/contract/console-limits';
import type { ConsoleToken } from '@vitrine/contract/tokens';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { DialogForm } from '../ui/dialog-form.js';
import { MakingDialog } from '../ui/making-dialog.js';
import { NewTokenValue } from './new-token-value.js';

type Props = {
  readonly token: ConsoleToken;
  // Whether one more may work beside the old one.
  readonly hasRoom: boolean;
  readonly onClose: () => void;
};
type Hours = (typeof ROTATION_OVERLAP_HOURS_OFFERED)[number];

const OVERLAPS: Readonly<Record<Hours, string>> = {
  0: 'It stops at once',
  1: 'One hour',
  24: 'One day',
  168: 'Seven days',
};

const WITHOUT_OVERLAP: readonly Hours[] = [0];

// A new token with the same name and scopes; the old one works for a while longer, so that nothing stops.
export function RotateDialog({ token, hasRoom, onClose }: Props): ReactNode {
  const queryClient = useQueryClient();
  const offered = hasRoom ? ROTATION_OVERLAP_HOURS_OFFERED : WITHOUT_OVERLAP;
  const [hours, setHours] = useState<Hours>(hasRoom ? 24 : 0);
  const rotate = useMutation({
    mutationFn: () => call('rotateToken', { params: { id: token.id }, body: { overlapHours: hours } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['listTokens'] }),
  });
  return (
    <MakingDialog
      title={`Rotate ${token.name}`}
      madeTitle="The new token"
      making={rotate}
      form={
        <DialogForm onSend={() => rotate.mutate()} sending={rotate} label="Rotate" onCancel={onClose}>
          <Text size="sm">You get a new token with the same name and the same rights. {adviceOf(token, hasRoom)}</Text>
          <Radio.Group
            label="How long should the old one keep working?"
            value={String(hours)}
            onChange={(value) => setHours(toHours(value))}
          >
            <Stack gap="xs" mt="xs">
              {offered.map((one) => (
                <Radio key={one} value={String(one)} label={OVERLAPS[one]} />
              ))}
            </Stack>
          </Radio.Group>
        </DialogForm>
      }
      onClose={onClose}
    >
      {(made, close) => <NewTokenValue made={made} onClose={close} />}
    </MakingDialog>
  );
}

const adviceOf = ({ lastFour }: ConsoleToken, hasRoom: boolean): string =>
  hasRoom
    ? `Put it into the other system while the old one (…${lastFour}) still works.`
    : `No more tokens may be active, so the old one (…${lastFour}) stops at once. Revoke a token first to keep it working for a while.`;

// The group offers nothing else.
const toHours = (value: string): Hours => Number(value) as Hours;
