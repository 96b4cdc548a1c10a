import { Alert, Button, Stack, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Me } from '@vitrine/contract/session';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { RateLimitedError, UnauthorizedError } from '@vitrine/client';
import { keepMerchant, meQuery } from '../api/me.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { weaknessIn } from '../ui/new-password-input.js';
import { formatLength } from '../ui/format-length.js';
import { forgetUnanswered } from '../ui/unanswered.js';
import { onSubmit, textIn } from '../ui/form-fields.js';
import { keepTypedEmail } from './typed-email.js';

type Props<Answer> = {
  readonly send: (form: FormData) => Promise<Answer>;
  readonly onDone: (answer: Answer) => unknown;
  readonly label: string;
  // What to look at when the server says that it was wrong.
  readonly advice?: string;
  readonly children: ReactNode;
};

// A form that asks for a password. After too many attempts it waits for as long as the server says, with this email:
// another one may be tried at once.
export function SessionForm<Answer>({ send, onDone, label, advice = ADVICE, children }: Props<Answer>): ReactNode {
  const sending = useMutation({ mutationFn: send, onSuccess: onDone });
  const [email, setEmail] = useState('');
  const isRefused = sending.variables !== undefined && emailIn(sending.variables) === email;
  const waitSeconds = useWait(isRefused ? sending.error : null);
  const form = useFocusRefused(sending.error);
  const read = (typed: FormData): void => {
    setEmail(emailIn(typed));
    if (typed.has('email')) keepTypedEmail(textIn(typed, 'email').trim());
  };
  const submit = (typed: FormData): void => {
    read(typed);
    sending.mutate(typed);
  };
  return (
    <form ref={form} onSubmit={onSubmit(submit)} onInput={({ currentTarget }) => read(new FormData(currentTarget))}>
      <Stack>
        {sending.error !== null && isRefused && (
          <SessionError failure={sending.error} waitSeconds={waitSeconds} advice={advice} />
        )}
        {children}
        <Button type="submit" size="md" loading={sending.isPending} disabled={waitSeconds > 0} mt="xs">
          {label}
        </Button>
      </Stack>
    </form>
  );
}

// What was refused is where one goes on: marked whole, so that typing takes its place.
function useFocusRefused(failure: unknown) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!(failure instanceof UnauthorizedError)) return;
    form.current?.querySelector<HTMLInputElement>('input[name=password], input[name=code]')?.select();
  }, [failure]);
  return form;
}

const ADVICE = 'Check both. Capital letters count in the password.';

const emailIn = (form: FormData): string => textIn(form, 'email').trim().toLowerCase();

// After a sign-in: nothing of whoever was here before is left, and the sign-in page is not what Back leads to.
export function useEnter(): (me: Me, to?: string) => void {
  const queryClient = useQueryClient();
  const router = useRouter();
  return (me, to = '/today') => {
    keepMerchant(me);
    keepTypedEmail('');
    queryClient.clear();
    forgetUnanswered();
    queryClient.setQueryData(meQuery.queryKey, me);
    router.history.replace(to);
  };
}

const TICK_MS = 1000;

// Counts a 429's Retry-After down to 0.
function useWait(failure: unknown): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const seconds = failure instanceof RateLimitedError ? (failure.retryAfterSeconds ?? 0) : 0;
    const end = performance.now() + seconds * 1000;
    const tick = (): void => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
    tick();
    if (seconds === 0) return;
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [failure]);
  return left;
}

type ErrorProps = {
  readonly failure: unknown;
  // Seconds until the next attempt is let through; 0 when it may be made now.
  readonly waitSeconds: number;
  readonly advice: string;
};

// A refused password is no fault to report: no request number, no advice but the next step.
function SessionError({ failure, waitSeconds, advice }: ErrorProps): ReactNode {
  if (failure instanceof UnauthorizedError) {
    return <Notice title={failure.message}>{advice}</Notice>;
  }
  // Told where it is chosen.
  if (weaknessIn(failure) !== undefined) return null;
  if (failure instanceof RateLimitedError) {
    return (
      <Notice title="Too many attempts">
        {waitSeconds > 0 ? (
          <>
            <VisuallyHidden>Try again in {inWords(waitSeconds)}.</VisuallyHidden>
            <span className="figures" aria-hidden>
              Try again in {formatLength(waitSeconds)}.
            </span>
          </>
        ) : (
          'You can try again now.'
        )}
      </Notice>
    );
  }
  return <ErrorNotice failure={failure} />;
}

const Notice = ({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode => (
  <Alert color="red" role="alert" title={title} icon={<IconAlertTriangle aria-hidden />}>
    {children}
  </Alert>
);

// For who listens, by the minute while it is long: the notice is read out whenever it changes.
function inWords(seconds: number): string {
  if (seconds <= 60) return `${Math.ceil(seconds / 10) * 10} seconds`;
  return seconds <= 2 * 3600 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`;
}
