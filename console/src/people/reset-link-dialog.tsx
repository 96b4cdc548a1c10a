import { LINK_MINUTES } from '@vitrine/contract/console-limits';
import type { Person } from '@vitrine/contract/people';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { Copyable } from '../ui/copyable.js';
import { Dialog } from '../ui/dialog.js';
import { notifyDone } from '../ui/notify.js';
import { ShownOnce } from '../ui/shown-once.js';

type AskProps = {
  readonly person: Person;
  readonly onClose: () => void;
  // Where there is no mail: the link is handed over by hand.
  readonly onLink: (link: string) => void;
};

// For somebody who has forgotten the password. Where there is mail the link goes to the person alone.
export function ResetLinkDialog({ person, onClose, onLink }: AskProps): ReactNode {
  const make = async (): Promise<void> => {
    const { link } = await call('makeResetLink', { params: { id: person.id } });
    if (link === null) notifyDone(`A link for a new password is on its way to ${person.email}.`);
    else onLink(link);
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`A new password for ${person.name}?`}
      confirmLabel="Make a link"
      onConfirm={make}
    >
      {person.name} gets a link to choose a new password. It works once, for {LINK_MINUTES} minutes. The old password
      works until then.
    </ConfirmDialog>
  );
}

type LinkProps = { readonly person: Person; readonly link: string; readonly onClose: () => void };

export const LinkDialog = ({ person, link, onClose }: LinkProps): ReactNode => (
  <Dialog opened onClose={onClose} title="Copy the link now">
    <ShownOnce
      what="link"
      advice={`Hand it to ${person.name} and to nobody else: whoever has it can sign in as ${person.name}. It works once, for ${LINK_MINUTES} minutes.`}
      loss="Without it you have to make another."
      onClose={onClose}
    >
      {(onCopied) => <Copyable label="Link" text={link} button="Copy link" onCopied={onCopied} />}
    </ShownOnce>
  </Dialog>
);
