import { TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { DEFAULT_ITEM_SECONDS_MAX } from '@vitrine/contract/console-limits';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from '../ui/icon-button.js';
import { parseSeconds } from './parse-seconds.js';

type Props = {
  // Of what: "Bread".
  readonly name: string;
  // Null: it plays as long as `usual`.
  readonly seconds: number | null;
  readonly usual: number;
  readonly onChange: (seconds: number | null) => void;
  readonly size?: 'xs' | 'sm';
};

// An item's own time in seconds, to be typed or stepped. Empty gives the usual one back.
export function TimeStepper({ name, seconds, usual, onChange, size = 'xs' }: Props): ReactNode {
  // What is being typed, while it is: "1:" is on its way to 1:30.
  const [text, setText] = useState<string>();
  const step = (by: number): void => {
    setText(undefined);
    const whole = Math.round(seconds ?? usual) + by;
    onChange(Math.max(1, Math.min(whole, DEFAULT_ITEM_SECONDS_MAX)));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(event.shiftKey ? by * 10 : by);
  };
  const isWrong = text !== undefined && parseSeconds(text) === undefined;
  return (
    <div className="time-stepper">
      <IconButton label={`Play ${name} one second shorter`} icon={IconMinus} onClick={() => step(-1)} />
      <TextInput
        aria-label={`Own play time of ${name} in seconds`}
        size={size}
        inputMode="decimal"
        placeholder={String(Number(usual.toFixed(3)))}
        value={text ?? (seconds === null ? '' : String(seconds))}
        error={isWrong}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          const typed = parseSeconds(currentTarget.value);
          if (typed !== undefined) onChange(typed);
        }}
        onBlur={() => setText(undefined)}
        onKeyDown={onKeyDown}
      />
      <IconButton label={`Play ${name} one second longer`} icon={IconPlus} onClick={() => step(1)} />
    </div>
  );
}
