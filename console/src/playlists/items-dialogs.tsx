import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Dialog } from '../ui/dialog.js';
import { countItems } from '../ui/format-length.js';
import { onSubmit } from '../ui/form-fields.js';
import { parseSeconds } from './parse-seconds.js';

type DialogProps = { readonly count: number; readonly onClose: () => void };

type TimeProps = DialogProps & { readonly onSet: (seconds: number | null) => void };

// One time for all that are chosen.
export function SetTimeDialog({ count, onClose, onSet }: TimeProps): ReactNode {
  const [text, setText] = useState('');
  const seconds = parseSeconds(text);
  const set = (value: number | null): void => {
    onSet(value);
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={`Play time of ${countItems(count)}`}>
      <form
        noValidate
        onSubmit={onSubmit(() => (seconds === undefined || seconds === null ? undefined : set(seconds)))}
      >
        <Stack>
          <TextInput
            label="Seconds, or minutes and seconds"
            placeholder="15 or 1:30"
            inputMode="decimal"
            value={text}
            error={seconds === undefined && 'Write it as 15 or as 1:30, up to a day.'}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            data-autofocus
          />
          <Group>
            <Button variant="default" size="xs" onClick={() => set(null)}>
              Use their usual time
            </Button>
          </Group>
          <Group justify="flex-end" className="dialog-foot">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={seconds === undefined || seconds === null}>
              Set time
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

type MoveProps = DialogProps & {
  readonly total: number;
  // Where the first of them stands now, from one.
  readonly place: number;
  readonly onMove: (place: number) => void;
};

// To the top, to the bottom, or to a place that is typed.
export function MoveDialog({ count, total, place, onClose, onMove }: MoveProps): ReactNode {
  const [typed, setTyped] = useState<number | string>(place);
  const last = total - count + 1;
  const isPlace = typeof typed === 'number' && typed >= 1 && typed <= last;
  const move = (to: number): void => {
    onMove(to - 1);
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={count === 1 ? 'Move to a place' : `Move ${countItems(count)} together`}>
      <form noValidate onSubmit={onSubmit(() => (isPlace ? move(typed) : undefined))}>
        <Stack>
          <NumberInput
            label={count === 1 ? 'Place' : 'Place of the first of them'}
            description={`From 1 to ${last}`}
            min={1}
            max={last}
            allowDecimal={false}
            clampBehavior="blur"
            hideControls
            value={typed}
            onChange={setTyped}
            data-autofocus
          />
          {count > 1 && <Text size="sm">They keep their order among each other.</Text>}
          <Group gap="xs">
            <Button variant="default" size="xs" onClick={() => move(1)}>
              To the top
            </Button>
            <Button variant="default" size="xs" onClick={() => move(last)}>
              To the bottom
            </Button>
          </Group>
          <Group justify="flex-end" className="dialog-foot">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!isPlace}>
              Move
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
