// What goes out by mail, and who sends it.
export type Mail = {
  // Says in log and metrics what it was about; never whom it went to.
  readonly kind: MailKind;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

const MAIL_KINDS = [
  'reset',
  'password_changed',
  'ways_in_changed',
  'email_proof',
  'email_taken',
  'email_changing',
  'email_changed',
  'invitation',
  'token_warning',
  'new_browser',
  'webhook_stopped',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

// Refused: for good. What failed may go out another time.
export type MailOutcome = 'taken' | 'refused' | 'failed';

export type MailCount = { readonly kind: MailKind; readonly outcome: 'sent' | 'failed'; readonly count: number };

export type Mailer = {
  // What the mail server said is in the log. Never throws.
  readonly send: (mail: Mail) => Promise<MailOutcome>;
  readonly counts: () => readonly MailCount[];
  // No further tries: what is on its way is finished, the rest is given up.
  readonly stop: () => void;
};
