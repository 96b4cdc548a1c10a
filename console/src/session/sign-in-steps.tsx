import type { Me, SecondStepNeeded } from '@vitrine/contract/session';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../ui/lazy-part.js';
import { LoadingRows } from '../ui/loading.js';
import { SessionForm } from './session-form.js';

const SecondStep = lazyPart(async () => (await import('./second-step.js')).SecondStep);

type Props = {
  readonly send: (form: FormData) => Promise<Me | SecondStepNeeded>;
  readonly onDone: (me: Me) => unknown;
  readonly label: string;
  // Other ways in, below the form while it asks for the password.
  readonly beside?: ReactNode;
  readonly children: ReactNode;
};

// The password, and then, for whoever has one, the second factor in the same place.
export function SignInSteps({ send, onDone, label, beside, children }: Props): ReactNode {
  const [step, setStep] = useState<SecondStepNeeded['secondFactor']>();
  if (step !== undefined) {
    return (
      <Suspense fallback={<LoadingRows count={2} />}>
        <SecondStep step={step} onDone={onDone} onBack={() => setStep(undefined)} />
      </Suspense>
    );
  }
  const goOn = (answer: Me | SecondStepNeeded): unknown =>
    'secondFactor' in answer ? setStep(answer.secondFactor) : onDone(answer);
  return (
    <>
      <SessionForm send={send} onDone={goOn} label={label}>
        {children}
      </SessionForm>
      {beside}
    </>
  );
}
