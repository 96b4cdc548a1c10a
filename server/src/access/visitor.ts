import type { Role } from '@vitrine/contract/console/roles';
import type { Clock } from '../clock.js';
import type { MerchantId, PersonId, SessionId } from '../ids.js';

export type Membership = {
  readonly merchantId: MerchantId;
  readonly merchantName: string;
  readonly timeZone: string;
  readonly suspended: boolean;
  readonly role: Role;
};

// Who is signed in: one session of one person.
export type Visitor = {
  readonly sessionId: SessionId;
  readonly personId: PersonId;
  readonly personName: string;
  readonly email: string;
  // By the name of the merchant.
  readonly memberships: readonly Membership[];
  // The merchant that this request is about; undefined for somebody who belongs to none.
  readonly membership: Membership | undefined;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
};

// A person at work for one merchant.
export type Member = Membership & Pick<Visitor, 'personId' | 'personName'>;

// Compared with the clock on every request: the row of an expired session may still be there.
export const isSignedIn = (visitor: Visitor, clock: Clock): boolean => clock.now() < visitor.expiresAt;
