import type { Authenticator } from '../harness/authenticator.js';
import type { Ids } from './ids.js';

// A GET of the console by the caller, for bodies that must name what is there (a revision, a preview); with a body a POST, for
// what is begun by one (a challenge, a first step).
export type Read = (path: string, body?: object) => Promise<Readonly<Record<string, unknown>>>;

export type Sample = {
  readonly query?: string;
  readonly body?: object;
  readonly bodyFrom?: (read: Read) => Promise<object>;
  // what stands in the path
  readonly id?: string;
};

// Things of the caller that are no ids.
export type Own = {
  readonly email: string;
  readonly password: string;
  readonly invitationSecrets: readonly string[];
  // Of links that one of its people holds.
  readonly resetSecret: string;
  readonly emailSecret: string;
  readonly authenticator?: Authenticator;
  readonly now?: () => number;
  // The key of its first screen, a browser that is to become one, and a code that one shows.
  readonly screenKey?: string;
  readonly televisionSecret?: string;
  readonly newCode?: () => Promise<string>;
  // The key of its owner's assistant, and what a tool gives to it.
  readonly aiSecret?: string;
  // Of programs that its owner has connected: what they come back with; and what one more asks for.
  readonly connections?: {
    readonly clientId: string;
    readonly toRefresh: string;
    readonly toRevoke: string;
    readonly asked: string;
  };
  readonly callTool?: (name: string, given: object) => Promise<Readonly<Record<string, unknown>>>;
};

// `at` is what the path names, `named` what body and query name.
export type SampleIds = { readonly at: Ids; readonly named: Ids; readonly own: Own };
