import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';

type Props = { readonly value: string; readonly label?: string; readonly onCopied?: () => void };

type State = 'idle' | 'copied' | 'refused';

const SHOWN_MS = 2000;

// Says so when it has copied, also to those who hear the page.
export function CopyButton({ value, label = 'Copy', onCopied }: Props): ReactNode {
  const [state, setState] = useState<State>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(value);
    setState(isCopied ? 'copied' : 'refused');
    if (isCopied) onCopied?.();
  };
  const Icon = state === 'copied' ? IconCheck : IconCopy;
  return (
    <Button variant="default" size="xs" onClick={() => void copy()} leftSection={<Icon size={16} aria-hidden />}>
      <span aria-live="polite">{{ idle: label, copied: 'Copied', refused: 'Select it and copy by hand' }[state]}</span>
    </Button>
  );
}

// Puts a text on the clipboard; false when the browser would not. navigator.clipboard is there on secure pages only.
async function copyText(text: string): Promise<boolean> {
  if (!window.isSecureContext) return copySelection(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

// The way from before: a field beside the focused element, so that a dialog that keeps the focus lets it be selected.
function copySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = Object.assign(document.createElement('textarea'), { value: text, className: 'copied-text' });
  field.readOnly = true;
  (focused?.parentElement ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
