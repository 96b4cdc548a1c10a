import { UnauthorizedError, VitrineError } from '@vitrine/client';
import { createTransport } from '@vitrine/client/internal/transport';
import { endpointTable } from 'virtual:endpoint-table';
import { findChosenMerchant } from './chosen-merchant.js';
import type { AnswerOf, AnyInput, EndpointName, Rest } from './endpoint-types.js';

const transport = createTransport({
  apiUrl: `${location.origin}/api/console/v1`,
  // Who is calling the browser says by itself, with the session's cookie.
  headers: () => {
    const merchantId = findChosenMerchant();
    return merchantId === undefined ? {} : { 'x-merchant': merchantId };
  },
  fetch: (input, init) => fetch(input, init),
  // Reads are repeated by whoever shows them (app.tsx), and no write behind the person's back.
  maxRetries: 0,
  timeoutMs: 120_000,
  takesFiles: true,
});

// The one way to the server. Throws the client's errors. When the session has ended the person signs in over the page and the
// call is sent again, writes too: one without a session was refused before anything was done. The same where a proof is
// asked for of who it is.
export async function call<Name extends string>(
  name: Name & EndpointName,
  ...rest: Rest<Name>
): Promise<AnswerOf<Name>> {
  const [method, path] = endpointTable[name];
  const [{ params = {}, query, body } = {}, signal] = rest as unknown as readonly [AnyInput?, AbortSignal?];
  const send = (): Promise<AnswerOf<Name>> => transport({ method, path: fill(path, params), query, body, signal });
  try {
    return await send();
  } catch (thrown) {
    if (!(await isMended(name, thrown))) throw thrown;
    signal?.throwIfAborted();
    return send();
  }
}

function isMended(name: EndpointName, thrown: unknown): Promise<boolean> | boolean {
  if (thrown instanceof VitrineError && thrown.code === 'proof_required') return proveAgain();
  return thrown instanceof UnauthorizedError && !WITHOUT_SESSION.has(name) && signInAgain();
}

const fill = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

// Here a 401 says that the password is wrong, or that there is nothing left to sign out of.
const WITHOUT_SESSION: ReadonlySet<EndpointName> = new Set([
  'signIn',
  'signInWithCode',
  'signInWithPasskey',
  'acceptInvitation',
  'finishFirstRun',
  'signOut',
  'signOutEverywhere',
]);

// Who is asked when a call finds the session ended. Resolves to whether the same person is signed in again.
let signInAgain = (): Promise<boolean> => Promise.resolve(false);

export const onSessionEnded = (ask: () => Promise<boolean>): void => void (signInAgain = ask);

// Who is asked when a call wants a proof of who it is. Resolves to whether it was given.
let proveAgain = (): Promise<boolean> => Promise.resolve(false);

export const onProofRequired = (ask: () => Promise<boolean>): void => void (proveAgain = ask);
