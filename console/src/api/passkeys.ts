import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { AddPasskeyRequest, PasskeyAnswer, PasskeyOptions } from '@vitrine/contract/second-factor';

type Options = PasskeyOptions['options'];

// Browsers keep passkeys for names, and for pages that nobody on the way can change: https, and localhost.
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !isAddress(window.location.hostname);

const isAddress = (host: string): boolean => host.startsWith('[') || /^[\d.]+$/.test(host);

// The library is loaded with the first passkey.
const load = () => import('@simplewebauthn/browser');

// Asks the browser for a passkey that is there.
export async function askPasskey(options: Options): Promise<PasskeyAnswer> {
  const { startAuthentication } = await load();
  const { id, response } = await startAuthentication({ optionsJSON: asRequestOptions(options) });
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
  return { id, clientDataJSON, authenticatorData, signature, userHandle };
}

// Asks it to make one.
export async function makePasskey(options: Options): Promise<Omit<AddPasskeyRequest, 'name'>> {
  const { startRegistration } = await load();
  const { id, response } = await startRegistration({ optionsJSON: asCreationOptions(options) });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, clientDataJSON, attestationObject, transports };
}

// The server writes them as WebAuthn has them; the browser checks every field.
const asRequestOptions = (options: Options) => options as unknown as PublicKeyCredentialRequestOptionsJSON;
const asCreationOptions = (options: Options) => options as unknown as PublicKeyCredentialCreationOptionsJSON;

// Browsers tell a page not more than that nothing came of it: the person thought better of it, or waited too long.
export const isCancelled = (thrown: unknown): boolean =>
  thrown instanceof Error && (thrown.name === 'NotAllowedError' || thrown.name === 'AbortError');

// The authenticator has one of this account already.
export const isKnownAlready = (thrown: unknown): boolean =>
  thrown instanceof Error && thrown.name === 'InvalidStateError';
