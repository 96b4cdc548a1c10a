import type { BucketCredentials, BucketKeys } from './bucket-credentials.js';

// What is made of keys is made once, and again when there are others: signers keep what a day and a second need.
export function perKeys<Made>({ keys }: BucketCredentials, make: (keys: BucketKeys) => Made): () => Made {
  let kept: { readonly of: BucketKeys; readonly made: Made } | undefined;
  return () => {
    const current = keys();
    if (kept?.of !== current) kept = { of: current, made: make(current) };
    return kept.made;
  };
}
