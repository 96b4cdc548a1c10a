import type { SubmitEvent } from 'react';

// Hands a form's fields on when it is sent. Not by React's form actions, which empty the fields afterwards: who mistyped a
// password should not have to write everything again.
export const onSubmit =
  (then: (form: FormData) => void) =>
  (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    then(new FormData(event.currentTarget));
  };

// A field's text; a file or nothing at all is no text.
export function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

// For a name that must have something besides spaces.
export const NOT_BLANK = { pattern: '.*\\S.*', title: 'A name that is not blank', required: true } as const;
