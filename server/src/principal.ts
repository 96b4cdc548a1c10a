import type { ColourScheme, Factors } from '@vitrine/contract/account-words';
import type { AiPermission } from '@vitrine/contract/ai-words';
import type { Role, Scope } from '@vitrine/contract/scopes';
import type { AiKeyId, MerchantId, PersonId, ScreenId, SessionId, TokenId } from './ids.js';

// Under the names of that day, for the activity.
export type TokenRef = { readonly id: TokenId; readonly name: string; readonly lastFour: string };
// As its entry in the activity names it; `client` is what the program called itself.
export type AiKeyRef = {
  readonly keyId: AiKeyId;
  readonly name: string;
  readonly lastFour: string;
  readonly client: string;
};
export type PersonRef = { readonly id: PersonId; readonly name: string };

// What is left of a budget in the minute of a request.
export type Rate = { readonly limit: number; readonly remaining: number; readonly resetSeconds: number };

export type TokenPrincipal = {
  readonly kind: 'token';
  readonly merchantId: MerchantId;
  readonly token: TokenRef;
  readonly scopes: ReadonlySet<Scope>;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly requestId: string;
  // When the request came, and what its count says; a read of content runs beside its count and does not know it.
  readonly counted: { readonly at: number; readonly rate: Rate } | undefined;
  readonly call: WaitingCall;
};

// For an answer that lets its caller wait.
type WaitingCall = {
  readonly hangUp: () => AbortSignal;
  // Throws where the token would be refused by now.
  readonly readmit: () => Promise<unknown>;
};

export type PersonPrincipal = {
  readonly kind: 'person';
  readonly merchantId: MerchantId;
  readonly person: PersonRef;
  readonly role: Role;
  readonly timeZone: string;
  readonly requestId: string;
  // By which the person is signed in; an assistant by none.
  readonly sessionId?: SessionId;
  // When the person last showed who they are; an assistant never does.
  readonly provedAt?: number;
  // The assistant that acts for the person, if one does.
  readonly through?: AiKeyRef;
};

// A screen with its key. Its name and what it plays may change while it waits, so they are looked up with each look.
export type ScreenPrincipal = {
  readonly kind: 'screen';
  readonly merchantId: MerchantId;
  readonly screenId: ScreenId;
  readonly keyHash: string;
  // Versions of the answer that the screen has (If-None-Match).
  readonly knownVersions: readonly string[];
  // Aborted when the caller is gone.
  readonly hangUp: AbortSignal;
};

// A browser that is to become a screen.
export type TelevisionPrincipal = {
  readonly kind: 'television';
  readonly address: string;
  // What it was given when it asked for its code.
  readonly secret: string | undefined;
  readonly hangUp: AbortSignal;
};

// An assistant with the key of a person, at the merchant of the key.
export type AiKeyPrincipal = {
  readonly kind: 'aiKey';
  readonly merchantId: MerchantId;
  readonly merchantName: string;
  readonly timeZone: string;
  readonly key: { readonly id: AiKeyId; readonly name: string; readonly lastFour: string };
  readonly permissions: ReadonlySet<AiPermission>;
  readonly expiresAt: number;
  readonly planAllowsWrites: boolean;
  readonly person: PersonRef;
  readonly role: Role;
  readonly requestId: string;
};

// A program that wants to become somebody's assistant.
export type OAuthPrincipal = { readonly kind: 'oauthClient'; readonly address: string; readonly requestId: string };

// Who is calling, by the word of a row's access.
export type Principals = {
  readonly token: TokenPrincipal;
  readonly person: PersonPrincipal;
  readonly session: SessionWithGuest;
  readonly anyone: Guest;
  readonly screen: ScreenPrincipal;
  readonly television: TelevisionPrincipal;
  readonly aiKey: AiKeyPrincipal;
  readonly oauthClient: OAuthPrincipal;
};
export type Principal = Principals[keyof Principals];

// Who reads and writes a merchant's library: what both may do is one handler.
export type ContentPrincipal = Principals['token' | 'person'];

// Who adds an item, as the item keeps it.
export const toAdder = (
  principal: ContentPrincipal,
): { readonly kind: 'person' | 'token'; readonly id: string; readonly name: string } =>
  principal.kind === 'person'
    ? { kind: 'person', id: principal.person.id, name: principal.person.name }
    : { kind: 'token', id: principal.token.id, name: principal.token.name };

// Who did something, and in which request: a token, a person, or, when neither is given, the operator by a command.
export type Actor = {
  readonly merchantId: MerchantId;
  readonly token?: TokenRef;
  readonly person?: PersonRef;
  readonly through?: AiKeyRef;
  readonly requestId?: string;
};

export type Membership = {
  readonly merchantId: MerchantId;
  readonly merchantName: string;
  readonly timeZone: string;
  readonly suspended: boolean;
  // Whether it demands a second factor that the person does not have.
  readonly needsSecondFactor: boolean;
  readonly role: Role;
};

// Somebody who is signed in, at a merchant or at none.
export type Session = {
  readonly kind: 'session';
  readonly id: SessionId;
  readonly person: PersonRef;
  readonly email: string;
  // By the name of the merchant.
  readonly memberships: readonly Membership[];
  // The merchant that this request is about; undefined for somebody who belongs to none.
  readonly membership: Membership | undefined;
  // How the person looks at dates and pages; null is as the browser has it.
  readonly dateLanguage: string | null;
  readonly colourScheme: ColourScheme | null;
  // How the person came in, when, and when they last proved who they are.
  readonly factors: Factors;
  // Whether it shows the list of sign-in methods before anything else.
  readonly mustReviewMethods: boolean;
  readonly isEmailProven: boolean;
  readonly signedInAt: number;
  readonly provedAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
};

// A session with what is known of the browser that uses it.
export type SessionWithGuest = Session & { readonly guest: Guest };

// Somebody of whom nothing is known yet.
export type Guest = {
  readonly kind: 'guest';
  // Where the request came from, and what the browser kept of earlier sign-ins, for throttling.
  readonly address: string;
  readonly browser: string | undefined;
  // As the browser calls itself, cut.
  readonly userAgent: string;
  readonly requestId: string;
  // Where the company has sent the browser back: what the browser kept meanwhile, and what it brings.
  readonly returned?: { readonly flow: string | undefined; readonly query: string };
};

// A person reads what a token with every scope reads, files included.
export const mayReadFiles = (principal: ContentPrincipal): boolean =>
  principal.kind === 'person' || principal.scopes.has('media:files');
