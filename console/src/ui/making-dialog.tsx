import type { ReactNode } from 'react';
import { Dialog } from './dialog.js';

type Props<Made> = {
  readonly opened?: boolean;
  readonly size?: 'md' | 'lg';
  readonly title: string;
  // Above what was made.
  readonly madeTitle: string;
  readonly making: { readonly data: Made | undefined; readonly reset: () => void };
  readonly form: ReactNode;
  readonly onClose: (made: Made | undefined) => void;
  readonly children: (made: Made, onClose: () => void) => ReactNode;
};

// A form that makes something, and in its place what was made: a value that is shown once.
export function MakingDialog<Made>(props: Props<Made>): ReactNode {
  const { opened = true, size = 'lg', title, madeTitle, making, form, onClose, children } = props;
  const made = making.data;
  const close = (): void => {
    making.reset();
    onClose(made);
  };
  return (
    <Dialog opened={opened} onClose={close} title={made === undefined ? title : madeTitle} size={size}>
      {made === undefined ? form : children(made, close)}
    </Dialog>
  );
}
