import type { Static } from 'typebox';
import { endpoint, person } from './endpoint.js';
import { dateTime, exact, listOf, nullable, role, text, uuid } from './fields.js';

export const Person = exact('A person of the merchant.', {
  id: uuid('The person.'),
  email: text('What the person signs in with.'),
  name: text('The name.'),
  role: role('What the person is at this merchant.'),
  joinedAt: dateTime('When the person joined this merchant.'),
});
export type Person = Static<typeof Person>;

export const ListedPerson = exact('A person of the merchant, and whether the account is used.', {
  ...Person.properties,
  lastActiveAt: nullable(dateTime('When.'), 'When the person last signed in or did something here; null: never.'),
});
export type ListedPerson = Static<typeof ListedPerson>;

export const PersonList = exact('Everybody who belongs to the merchant.', { items: listOf(ListedPerson, 'By name.') });
export type PersonList = Static<typeof PersonList>;

const ChangeRoleRequest = exact('What the person shall be.', { role: role('The new role.') });

export const personEndpoints = {
  listPeople: endpoint('GET /people', person('admin'), {
    summary: 'The people of the merchant',
    response: PersonList,
  }),
  changeRole: endpoint('PATCH /people/:id', person('admin'), {
    dangerous: true,
    summary: 'Change the role of a person; owners are made and changed by owners',
    body: ChangeRoleRequest,
    response: Person,
    errors: [409],
  }),
  removePerson: endpoint('DELETE /people/:id', person('admin'), {
    dangerous: true,
    summary: 'Remove a person from the merchant; owners are removed by owners, the last one by nobody',
    response: Person,
    errors: [409],
  }),
};
