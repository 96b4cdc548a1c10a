import { VitrineError } from '@vitrine/client';
import { PAIRING_MINUTES } from '@vitrine/contract/screen-limits';
import { useState, type RefObject } from 'react';
import { codeFault } from './pairing-code.js';

const GONE = `No television shows this code now. Look at it again: it changes every ${PAIRING_MINUTES} minutes.`;

export const isWrongCode = (thrown: unknown): boolean =>
  thrown instanceof VitrineError && thrown.code === 'pairing_code';

type TypedCode = {
  readonly text: string;
  readonly error: string | undefined;
  readonly change: (text: string) => void;
  // Whether it may be sent; otherwise what is wrong stands beside it.
  readonly check: () => boolean;
  // The server knows no such code: says what to do.
  readonly refuse: () => void;
};

// What is wrong with it is said beside the field, which takes the focus.
export function useCode(field: RefObject<HTMLInputElement | null>, first = ''): TypedCode {
  const [text, setText] = useState(first);
  const [error, setError] = useState<string>();
  const point = (words: string): void => {
    setError(words);
    field.current?.focus();
    field.current?.select();
  };
  return {
    text,
    error,
    change: (next) => {
      setText(next);
      setError(undefined);
    },
    check: () => {
      const fault = codeFault(text);
      if (fault !== undefined) point(fault);
      return fault === undefined;
    },
    refuse: () => point(GONE),
  };
}
