import { Modal, type ModalProps } from '@mantine/core';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { askToLeave, useUnsavedWork, type LeaveQuestion } from './unsaved-work.js';

const Keeping = createContext<(question: LeaveQuestion | undefined) => void>(() => {});

// A dialog that does not drop what stands in it: while its content says that something would be lost (useKeptOpen), closing
// it by Escape, by a click beside it or by its cross asks first.
export function Dialog({ onClose, children, ...rest }: ModalProps): ReactNode {
  const [question, setQuestion] = useState<LeaveQuestion>();
  const [isAsking, setAsking] = useState(false);
  const close = async (): Promise<void> => {
    if (question !== undefined) {
      setAsking(true);
      const isAgreed = await askToLeave(question);
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
      <Keeping value={setQuestion}>{children}</Keeping>
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
  useEffect(() => {
    keep(isKept ? question : undefined);
    return () => keep(undefined);
  }, [keep, isKept, question]);
}
