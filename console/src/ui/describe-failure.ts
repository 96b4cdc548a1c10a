import { ConnectionError, VitrineError } from '@vitrine/client';

type FailureText = {
  readonly message: string;
  readonly advice: string | undefined;
  readonly requestId: string | undefined;
};

const ADVICE: Readonly<Record<number, string>> = {
  403: 'If you should be allowed to, ask an owner of the merchant.',
  404: 'It may have been deleted meanwhile. Go back to the list and look again.',
  409: 'Somebody else may have changed it meanwhile. Load the page again and look.',
  500: 'Try again. If it stays, send the request number below to whoever runs this service.',
};

const NO_ANSWER: FailureText = {
  message: 'The server did not answer. Check the connection and try again.',
  advice: 'Nothing was lost: what you see is still here.',
  requestId: undefined,
};

// The server's sentences are written for people and shown as they are.
export function describeFailure(failure: unknown): FailureText {
  if (failure instanceof ConnectionError) return NO_ANSWER;
  if (!(failure instanceof VitrineError)) {
    return {
      message: failure instanceof Error ? failure.message : 'Something in this page went wrong.',
      advice: 'Load the page again. If it stays, tell whoever runs this service.',
      requestId: undefined,
    };
  }
  const { status, message, requestId } = failure;
  return { message, advice: ADVICE[Math.min(status ?? 500, 500)], requestId };
}
