import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { readonly canSave: boolean; readonly isSaving: boolean; readonly children?: string };

// Keeps the focus when there is nothing left to save: a button that is switched off loses it, to nowhere.
export const SaveButton = ({ canSave, isSaving, children = 'Save' }: Props): ReactNode => {
  const isOff = !canSave || isSaving;
  return (
    <Button
      type="submit"
      aria-disabled={isOff}
      {...(!canSave && { 'data-disabled': true })}
      {...(isSaving && { 'data-loading': true })}
      onClick={(event) => isOff && event.preventDefault()}
    >
      {isSaving ? `${children} …` : children}
    </Button>
  );
};
