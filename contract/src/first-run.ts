import type { Static } from 'typebox';
import { MERCHANT_NAME_CHARACTERS_MAX, PASSWORD_CHARACTERS_MAX, PERSON_NAME_CHARACTERS_MAX } from './console-limits.js';
import { anyone, endpoint } from './endpoint.js';
import { dateTime, emailText, exact, nameText } from './fields.js';
import { Me } from './session.js';
import { Type } from './type.js';

// In the body and not in the path, so that it is in no log.
const secret = Type.String({
  maxLength: 200,
  description: 'What follows the # in the address that the start printed.',
});

const LookFirstRunRequest = exact('The secret of the address.', { secret });

export const FirstRunFound = exact('The address works.', {
  expiresAt: dateTime('The first moment at which it no longer does.'),
});
export type FirstRunFound = Static<typeof FirstRunFound>;

export const FinishFirstRunRequest = exact('The first merchant of an installation, and its owner.', {
  secret,
  merchantName: nameText(MERCHANT_NAME_CHARACTERS_MAX, 'The name of the merchant.'),
  timeZone: Type.String({ maxLength: 100, description: 'The IANA time zone that flights are read in.' }),
  email: emailText('What the owner signs in with.'),
  name: nameText(PERSON_NAME_CHARACTERS_MAX, 'The name of the owner.'),
  password: Type.String({ maxLength: PASSWORD_CHARACTERS_MAX, description: 'The password of the owner.' }),
});
export type FinishFirstRunRequest = Static<typeof FinishFirstRunRequest>;

export const firstRunEndpoints = {
  lookFirstRun: endpoint('POST /first-run/look', anyone, {
    untilFirstMerchant: true,
    summary: 'Whether an address that the start printed still works',
    body: LookFirstRunRequest,
    response: FirstRunFound,
    errors: [404],
  }),
  finishFirstRun: endpoint('POST /first-run', anyone, {
    untilFirstMerchant: true,
    ownWay: true,
    session: 'begins',
    summary: 'Make the first merchant and its owner; signs in',
    body: FinishFirstRunRequest,
    response: Me,
    errors: [404, 409, 422],
  }),
};
