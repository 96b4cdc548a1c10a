import { Text } from '@mantine/core';
import type { Screen, UpdateScreenRequest } from '@vitrine/contract/screens';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { Dialog } from '../ui/dialog.js';
import { DraftForm, useDraftDialog } from '../ui/draft-form.js';
import { useDraft, useSaving } from '../ui/use-draft.js';
import { zoneName } from '../ui/time-zone-select.js';
import { faultsOf, ScreenFields, toBody, toSettings, type ScreenSettings } from './screen-fields.js';
import { useScreenSaved } from './use-screens.js';

type Props = { readonly screen: Screen; readonly onClose: () => void };

export const SettingsDialog = ({ screen, onClose }: Props): ReactNode => (
  <Dialog opened onClose={onClose} title={`Settings of ${screen.name}`} size="lg">
    <SettingsForm screen={screen} onClose={onClose} />
  </Dialog>
);

// What an earlier page left in this browser; a field that it did not know is as it is stored.
const parseKept = (packed: unknown, screen: Screen): ScreenSettings | undefined =>
  typeof packed === 'object' && packed !== null
    ? { ...toSettings(screen), ...(packed as Partial<ScreenSettings>) }
    : undefined;

function SettingsForm({ screen, onClose }: Props): ReactNode {
  const saving = useSaving(
    'listScreens',
    (body: UpdateScreenRequest) => call('updateScreen', { params: { id: screen.id }, body }),
    useScreenSaved(),
  );
  const draft = useDraft({
    item: screen,
    toDraft: toSettings,
    toBody,
    saving,
    sendsChangesOnly: true,
    keptAs: `screen ${screen.id}`,
    unpack: parseKept,
  });
  useDraftDialog(draft, onClose);
  const faults = faultsOf(draft.value);
  return (
    <div className="screens-settings">
      <DraftForm
        label="Settings of the screen"
        what="this screen"
        draft={draft}
        canSave={Object.keys(faults).length === 0}
        theirs={
          <>
            <Text size="sm" mt="xs">
              Theirs: {summary(toBody(toSettings(screen)))}
            </Text>
            <Text size="sm">With yours: {summary({ ...toBody(toSettings(screen)), ...draft.changes })}</Text>
          </>
        }
      >
        <ScreenFields settings={draft.value} change={draft.change} faults={faults} isNameFirst />
      </DraftForm>
    </div>
  );
}

const summary = ({ name, orientation, timeZone, tags }: ReturnType<typeof toBody>): string =>
  [
    `“${name}”`,
    orientation,
    tags.length === 0 ? 'everything that runs' : `campaigns tagged ${tags.join(' or ')}`,
    timeZone === null ? 'the merchant’s time zone' : zoneName(timeZone),
  ].join(' · ');
