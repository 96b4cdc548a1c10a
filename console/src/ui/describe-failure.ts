import { ConnectionError, VitrineError } from '@vitrine/client';
import { isOldRelease } from './old-release.js';

type FailureText = {
  readonly message: string;
  readonly advice: string | undefined;
  // For whoever runs the service: what a person need not read.
  readonly details: string;
};

// A 409 says by itself what stands in the way.
const ADVICE: Readonly<Record<number, string>> = {
  403: 'If you should be allowed to, ask an owner of the merchant.',
  404: 'It may have been deleted meanwhile. Go back to the list and look again.',
  500: 'Try again. If it stays, send the details to whoever runs this service.',
};

// Sentences of the server are written for people and shown as they are, but for those that name a field of a request.
export function describeFailure(failure: unknown): FailureText {
  const details = detailsOf(failure);
  if (failure instanceof ConnectionError) {
    return navigator.onLine
      ? { message: 'The server did not answer. Check the connection and try again.', advice: KEPT, details }
      : { message: 'You are offline. Try again when the connection is back.', advice: KEPT, details };
  }
  if (isOldRelease(failure)) {
    return {
      message: 'There is a new version of this console.',
      advice: 'Save what you typed, then load the page again.',
      details,
    };
  }
  if (!(failure instanceof VitrineError)) {
    return {
      message: 'Something in this page went wrong.',
      advice: 'Load the page again. If it stays, send the details to whoever runs this service.',
      details,
    };
  }
  if (NAMES_FIELD.test(failure.message)) {
    return { message: 'Something here does not fit.', advice: 'Check what you typed and try again.', details };
  }
  return { message: failure.message, advice: ADVICE[Math.min(failure.status ?? 500, 500)], details };
}

const KEPT = 'Nothing was lost: what you see is still here.';

// "flight.end: …", "items[3].mediaId: …", "items.0, items.3: …"
const NAMES_FIELD = /^[a-z]\w*(?:[.[][\w\]]+)*(?:, [^:]+)?: /;

// What support asks for, in lines that can be sent on.
function detailsOf(failure: unknown): string {
  const { status, code, requestId }: Partial<VitrineError> = failure instanceof VitrineError ? failure : {};
  return [
    ['What happened', failure instanceof Error ? `${failure.name}: ${failure.message}` : String(failure)],
    ['Status', [status, code].filter((part) => part !== undefined).join(' ')],
    ['Request', requestId],
    ['Page', window.location.href],
    ['Time', new Date().toISOString()],
    ['Browser', navigator.userAgent],
  ]
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([label, value]) => `${String(label)}: ${String(value)}`)
    .join('\n');
}
