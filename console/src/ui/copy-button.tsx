import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { copyText } from './copy-text.js';

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
