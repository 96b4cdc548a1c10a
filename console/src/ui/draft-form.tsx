import { Alert, Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.js';
import { onSubmit } from './form-fields.js';
import { Quiet } from './quiet.js';
import { SaveButton } from './save-button.js';
import { useUnsavedWork } from './unsaved-work.js';
import { isChangedMeanwhile, type Draft } from './use-draft.js';

type Props = {
  readonly label: string;
  // "this playlist"
  readonly what: string;
  readonly draft: Omit<Draft<unknown, unknown>, 'change' | 'value' | 'changes'>;
  readonly canSave: boolean;
  readonly isReadOnly?: boolean;
  // What the other wrote.
  readonly theirs: ReactNode;
  readonly children: ReactNode;
};

// Fields and what becomes of them: saved, undone, or, when somebody else was faster, chosen between.
export function DraftForm({ label, what, draft, canSave, isReadOnly = false, theirs, children }: Props): ReactNode {
  const { isChanged, isConflict, saving, save, undo } = draft;
  useUnsavedWork(isChanged);
  const submit = (): void => {
    if (isChanged && canSave && !isConflict) save();
  };
  return (
    <form aria-label={label} noValidate onSubmit={onSubmit(submit)}>
      <Stack>
        <Fieldset disabled={isReadOnly}>
          <Stack>{children}</Stack>
        </Fieldset>
        {isConflict && (
          <Conflict what={what} isSaving={saving.isPending} onMine={save} onTheirs={undo}>
            {theirs}
          </Conflict>
        )}
        {saving.error !== null && !isChangedMeanwhile(saving.error) && (
          <ErrorNotice failure={saving.error} title="Not saved" />
        )}
        {!isConflict && !isReadOnly && (
          <Group>
            <SaveButton canSave={isChanged && canSave} isSaving={saving.isPending} />
            {isChanged && (
              <Button variant="subtle" disabled={saving.isPending} onClick={undo}>
                Undo
              </Button>
            )}
            <Quiet role="status">{isChanged ? 'Not saved yet' : saving.isSuccess && 'Saved'}</Quiet>
          </Group>
        )}
      </Stack>
    </form>
  );
}

type ConflictProps = {
  readonly what: string;
  readonly children: ReactNode;
  readonly isSaving: boolean;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
};

// Two people at one thing: nothing is lost, and the one who sees this decides.
const Conflict = ({ what, children, isSaving, onMine, onTheirs }: ConflictProps): ReactNode => (
  <Alert color="yellow" role="alert" icon={<IconUsers aria-hidden />} title={`Somebody else changed ${what} meanwhile`}>
    <Text size="sm">Nothing of yours is saved yet, and all of it is still in the fields above.</Text>
    {children}
    <Group gap="sm" mt="sm">
      <Button size="xs" loading={isSaving} onClick={onMine}>
        Use mine
      </Button>
      <Button size="xs" variant="default" disabled={isSaving} onClick={onTheirs}>
        Use theirs
      </Button>
    </Group>
  </Alert>
);
