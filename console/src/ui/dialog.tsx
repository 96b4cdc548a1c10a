import { Modal, type ModalProps } from '@mantine/core';
import { createContext, use, useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { askToLeave, useUnsavedWork, type LeaveQuestion } from './unsaved-work.js';

const Keeping = createContext<(question: LeaveQuestion | undefined) => void>(() => {});

// A dialog that does not drop what stands in it: while its content says that something would be lost (useKeptOpen), closing
// it by Escape, by a click beside it or by its cross asks first.
export function Dialog({ onClose, children, ...rest }: ModalProps): ReactNode {
  // Not a state: a key that follows the first letter at once finds it there.
  const kept = useRef<LeaveQuestion>(undefined);
  const keep = useCallback((question: LeaveQuestion | undefined) => void (kept.current = question), []);
  const [isAsking, setAsking] = useState(false);
  const close = async (): Promise<void> => {
    if (kept.current !== undefined) {
      setAsking(true);
      const isAgreed = await askToLeave(kept.current);
      setAsking(false);
      if (!isAgreed) return;
    }
    onClose();
  };
  return (
    <Modal
      {...rest}
      onClose={() => void close()}
      // The question on top of it takes the key.
      closeOnEscape={!isAsking && rest.closeOnEscape !== false}
    >
      <Keeping value={keep}>{children}</Keeping>
    </Modal>
  );
}

const DISCARD: LeaveQuestion = {
  title: 'Discard what you typed?',
  words: ['What you typed here is not saved.'],
  stay: 'Go back',
  leave: 'Discard',
};

// For what stands in a Dialog: it holds something that closing it would lose.
export function useKeptOpen(isKept: boolean, question = DISCARD): void {
  const keep = use(Keeping);
  useUnsavedWork(isKept, question.words[0]);
  useLayoutEffect(() => {
    keep(isKept ? question : undefined);
    return () => keep(undefined);
  }, [keep, isKept, question]);
}
