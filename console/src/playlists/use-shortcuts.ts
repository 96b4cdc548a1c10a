import { useEffect } from 'react';
import { useLatest } from '../ui/use-latest.js';

type Shortcuts = {
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
  readonly save: (() => void) | undefined;
};

// Ctrl+S saves, Ctrl+Z takes back, Ctrl+Shift+Z or Ctrl+Y brings back. In a field Ctrl+Z is the field's own.
export function useShortcuts({ undo, redo, save }: Shortcuts): void {
  const { press } = useLatest({
    press: (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isInDialog(event.target)) return;
      const key = event.key.toLowerCase();
      if (key === 's') run(event, save);
      else if (!isTyping(event.target) && key === 'z') run(event, event.shiftKey ? redo : undo);
      else if (!isTyping(event.target) && key === 'y') run(event, redo);
    },
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [press]);
}

function run(event: KeyboardEvent, action: (() => void) | undefined): void {
  event.preventDefault();
  action?.();
}

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'checkbox');
