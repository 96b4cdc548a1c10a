import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Quiet } from './quiet.js';

type Props = {
  // "token"
  readonly noun: string;
  readonly isReady: boolean;
  // Why there can be no more, where there cannot.
  readonly full: string | undefined;
  readonly onClick: () => void;
};

// For what a merchant may have only so many of.
export const NewButton = ({ noun, isReady, full, onClick }: Props): ReactNode => (
  <div>
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      disabled={!isReady || full !== undefined}
      onClick={onClick}
    >
      {`New ${noun}`}
    </Button>
    {full !== undefined && (
      <Quiet size="xs" mt={4} maw="14rem">
        {full}
      </Quiet>
    )}
  </div>
);
