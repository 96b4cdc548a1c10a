import { Type, type Static } from 'typebox';
import { dateTime, uuid } from '../fields.js';
import { endpoint, person } from '../endpoint.js';
import { exact, role } from './console-fields.js';

export const Person = exact(
  {
    id: uuid('The person.'),
    email: Type.String({ description: 'What the person signs in with.' }),
    name: Type.String({ description: 'The name.' }),
    role: role('What the person is at this merchant.'),
    joinedAt: dateTime('When the person joined this merchant.'),
  },
  'A person of the merchant.',
);
export type Person = Static<typeof Person>;

export const PersonList = exact(
  { items: Type.Array(Person, { description: 'By name.' }) },
  'Everybody who belongs to the merchant.',
);
export type PersonList = Static<typeof PersonList>;

export const ChangeRoleRequest = exact({ role: role('The new role.') }, 'What the person shall be.');

export const personEndpoints = {
  listPeople: endpoint({
    method: 'GET',
    path: '/people',
    access: person('admin'),
    summary: 'The people of the merchant',
    response: PersonList,
    errors: [401, 403, 404],
  }),
  changeRole: endpoint({
    method: 'PATCH',
    path: '/people/:id',
    access: person('admin'),
    summary: 'Change the role of a person; owners are made and changed by owners',
    body: ChangeRoleRequest,
    response: Person,
    errors: [400, 401, 403, 404, 409, 413],
  }),
  removePerson: endpoint({
    method: 'DELETE',
    path: '/people/:id',
    access: person('admin'),
    summary: 'Remove a person from the merchant; owners are removed by owners, the last one by nobody',
    response: Person,
    errors: [400, 401, 403, 404, 409],
  }),
};
