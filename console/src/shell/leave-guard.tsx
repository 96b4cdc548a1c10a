import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { findUnsavedWork, mayLeave, onAskToLeave, type LeaveQuestion } from '../ui/unsaved-work.js';

type Asked = { readonly question: LeaveQuestion; readonly answer: (isAgreed: boolean) => void };

// Above everything else: dialogs ask too.
const Z_INDEX = 400;

// Stands in the way of leaving what is not saved. Pages and dialogs say so with useUnsavedWork and useKeptOpen.
export function LeaveGuard(): ReactNode {
  const [asked, setAsked] = useState<Asked>();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    let answerLast = (_isAgreed: boolean): void => {};
    onAskToLeave(
      (question) =>
        new Promise((resolve) => {
          // Asked and answered after the event that led to it: the Escape of a dialog must not close the question too, nor
          // that of the question the dialog.
          setTimeout(() => {
            // A question that another one takes the place of is answered too: somebody waits for it.
            answerLast(false);
            answerLast = resolve;
            setAsked({ question, answer: resolve });
            setOpen(true);
          });
        }),
    );
  }, []);
  useBlocker({ shouldBlockFn: isBlocked, enableBeforeUnload: hasUnsavedWork });
  const answer = (isAgreed: boolean): void => {
    setOpen(false);
    setTimeout(() => asked?.answer(isAgreed));
  };
  return (
    <Modal opened={isOpen} onClose={() => answer(false)} title={asked?.question.title} zIndex={Z_INDEX}>
      <Stack>
        {asked?.question.words.map((words) => (
          <Text key={words} size="sm">
            {words}
          </Text>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => answer(false)} data-autofocus>
            {asked?.question.stay}
          </Button>
          <Button color="red" onClick={() => answer(true)}>
            {asked?.question.leave}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type Place = { readonly pathname: string };

// A search or a filter of the same page leaves nothing.
const isBlocked = async ({ current, next }: { readonly current: Place; readonly next: Place }): Promise<boolean> =>
  current.pathname !== next.pathname && !(await mayLeave('page'));

const hasUnsavedWork = (): boolean => findUnsavedWork('tab').length > 0;
