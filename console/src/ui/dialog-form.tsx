import { Button, Group, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useKeptOpen } from './dialog.js';
import { ErrorNotice } from './error-notice.js';
import { onSubmit } from './form-fields.js';
import { useKeptForm } from './kept-drafts.js';

type State = { readonly isPending: boolean; readonly isSuccess?: boolean; readonly error: unknown };

// A mutation, for the form that starts it.
export type Sending<Input> = State & { readonly mutate: (input: Input) => void };

type Props = {
  readonly onSend: (form: FormData) => void;
  readonly sending: State;
  // A verb: "Create", "Add".
  readonly label: string;
  readonly failureTitle?: string;
  readonly onCancel?: () => void;
  readonly disabled?: boolean;
  // The caller checks what was typed, and says what is wrong beside the field.
  readonly noValidate?: boolean;
  // "new playlist": its words outlive a reload.
  readonly keptAs?: string;
  // A field's list opens below it: there is room for it above the buttons.
  readonly hasList?: boolean;
  readonly children: ReactNode;
};

// The fields of a dialog, what went wrong with them, and the buttons below. What was typed is not lost by a slip.
export function DialogForm(props: Props): ReactNode {
  const {
    onSend,
    sending,
    label,
    failureTitle,
    onCancel,
    disabled = false,
    noValidate = false,
    keptAs,
    hasList,
    children,
  } = props;
  const [isTyped, setTyped] = useState(false);
  // Not while it is sent: what comes next, such as the page of what was created, is what the person asked for.
  useKeptOpen(isTyped && !sending.isPending && sending.isSuccess !== true);
  const { form, keep } = useKeptForm(keptAs);
  return (
    <form
      ref={form}
      onSubmit={onSubmit(onSend)}
      onInput={({ currentTarget }) => {
        setTyped(hasText(currentTarget));
        keep();
      }}
      noValidate={noValidate}
    >
      <Stack {...(hasList === true && { className: 'dialog-with-list' })}>
        {children}
        {sending.error !== null && (
          <ErrorNotice failure={sending.error} {...(failureTitle !== undefined && { title: failureTitle })} />
        )}
        <Group justify="flex-end" className="dialog-foot">
          {onCancel !== undefined && (
            <Button variant="default" onClick={onCancel} disabled={sending.isPending}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={sending.isPending} disabled={disabled}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const CHOICES: ReadonlySet<string> = new Set(['checkbox', 'radio', 'hidden', 'file']);

// A tick is made again in a moment; words are not.
const hasText = (form: HTMLFormElement): boolean =>
  [...form.elements].some((field) =>
    field instanceof HTMLTextAreaElement
      ? field.value.trim() !== ''
      : field instanceof HTMLInputElement && !CHOICES.has(field.type) && field.value.trim() !== '',
  );
