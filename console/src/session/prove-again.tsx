import { Modal } from '@mantine/core';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { onProofRequired } from '../api/call.js';
import { lazyPart } from '../ui/lazy-part.js';
import { LoadingRows } from '../ui/loading.js';

type Answer = (isProved: boolean) => void;

const ProofWays = lazyPart(async () => (await import('./proof-ways.js')).ProofWays);

// Over the page when something dangerous is asked for and the last proof of who it is was a while ago. What was typed is
// still there behind it, and the call goes out again. Who closes it is told that nothing was done.
export function ProveAgain(): ReactNode {
  const [waiting, setWaiting] = useState<readonly Answer[]>([]);
  useEffect(() => {
    onProofRequired(() => new Promise((resolve) => setWaiting((before) => [...before, resolve])));
  }, []);
  const answer = (isProved: boolean): void => {
    setWaiting([]);
    waiting.forEach((resolve) => resolve(isProved));
  };
  return (
    <Modal opened={waiting.length > 0} onClose={() => answer(false)} title="Is it you?" zIndex={340}>
      <Suspense fallback={<LoadingRows count={2} />}>
        <ProofWays onProved={() => answer(true)} onCancel={() => answer(false)} />
      </Suspense>
    </Modal>
  );
}
