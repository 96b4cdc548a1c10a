import { Alert, Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { IconHistory, IconUsers } from '@tabler/icons-react';
import { useEffect, type ReactNode } from 'react';
import { DateTime } from './date-time.js';
import { useKeptOpen } from './dialog.js';
import './draft-form.css';
import { ErrorNotice } from './error-notice.js';
import { onSubmit } from './form-fields.js';
import { notifyDone } from './notify.js';
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
  // Further buttons beside Save.
  readonly tools?: ReactNode;
  readonly undoLabel?: string;
  readonly children: ReactNode;
};

// Fields and what becomes of them: saved, undone, or, when somebody else was faster, chosen between. The foot with the
// buttons stays in sight.
export function DraftForm(props: Props): ReactNode {
  const { label, what, draft, canSave, isReadOnly = false, theirs, tools, undoLabel = 'Undo', children } = props;
  const { isChanged, isConflict, saving, save, undo, kept } = draft;
  useUnsavedWork(isChanged);
  const submit = (): void => {
    if (isChanged && canSave && !isConflict && !saving.isPending) save();
  };
  return (
    <form aria-label={label} noValidate onSubmit={onSubmit(submit)}>
      <Stack>
        {kept !== undefined && !isReadOnly && <KeptOffer {...kept} what={what} />}
        <Fieldset disabled={isReadOnly}>
          <Stack>{children}</Stack>
        </Fieldset>
        {!isReadOnly && (
          <div className="draft-foot">
            <div className="draft-foot-notices">
              {isConflict && (
                <Conflict what={what} isSaving={saving.isPending} onMine={save} onTheirs={undo}>
                  {theirs}
                </Conflict>
              )}
              {saving.error !== null && !isChangedMeanwhile(saving.error) && (
                <ErrorNotice failure={saving.error} title="Not saved" />
              )}
            </div>
            {!isConflict && (
              <>
                <SaveButton canSave={isChanged && canSave} isSaving={saving.isPending} />
                {isChanged && (
                  <Button variant="subtle" disabled={saving.isPending} onClick={undo}>
                    {undoLabel}
                  </Button>
                )}
                <Quiet role="status" className="draft-foot-status">
                  {isChanged ? 'Not saved yet' : saving.isSuccess && 'Saved'}
                </Quiet>
              </>
            )}
            {tools !== undefined && <div className="draft-foot-tools">{tools}</div>}
          </div>
        )}
      </Stack>
    </form>
  );
}

type OfferProps = {
  readonly what: string;
  readonly at: string;
  readonly restore: () => void;
  readonly discard: () => void;
};

// What an earlier page left: a reload, a closed tab or an ended session takes nothing away.
export const KeptOffer = ({ what, at, restore, discard }: OfferProps): ReactNode => (
  <Alert icon={<IconHistory aria-hidden />} title="There are changes that were not saved">
    <Text size="sm">
      You changed {what} on <DateTime value={at} /> and did not save it.
    </Text>
    <Group gap="sm" mt="sm">
      <Button size="xs" onClick={restore}>
        Restore my changes
      </Button>
      <Button size="xs" variant="default" onClick={discard}>
        Discard them
      </Button>
    </Group>
  </Alert>
);

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

// For a form in a Dialog: it asks before it drops what was typed, and closes when that is saved.
export function useDraftDialog({ saving, isChanged }: Props['draft'], onClose: () => void): void {
  useKeptOpen(isChanged);
  const isDone = saving.isSuccess && !isChanged;
  useEffect(() => {
    if (!isDone) return;
    notifyDone('Saved.');
    onClose();
    // Once, when it is saved.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isDone]);
}
