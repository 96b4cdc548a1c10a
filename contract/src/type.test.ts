import assert from 'node:assert/strict';
import { Type as TypeBox } from 'typebox';
import { expect, test } from 'vitest';
import { Type } from './type.js';

// Each builder as it is used, with rules and without.
const made = (type: typeof Type): Readonly<Record<keyof typeof Type, readonly object[]>> => ({
  String: [type.String(), type.String({ minLength: 1, 'x-must-be': 'a name' })],
  Integer: [type.Integer(), type.Integer({ minimum: 0 })],
  Number: [type.Number(), type.Number({ exclusiveMinimum: 0 })],
  Boolean: [type.Boolean(), type.Boolean({ description: 'Whether.' })],
  Null: [type.Null()],
  Unknown: [type.Unknown(), type.Unknown({ description: 'Anything.' })],
  Unsafe: [type.Unsafe<never>({ not: {}, description: 'Nothing.' })],
  Literal: [type.Literal('a'), type.Literal(1, { description: 'One.' }), type.Literal(true)],
  Enum: [type.Enum(['a', 'b']), type.Enum([1, 2], { description: 'One of two.' })],
  Union: [type.Union([type.String(), type.Null()], { description: 'Perhaps.' })],
  Array: [type.Array(type.String()), type.Array(type.Integer(), { maxItems: 2 })],
  Record: [type.Record(type.String(), type.Unknown()), type.Record(type.String(), type.String(), { title: 'Words' })],
  Object: [
    type.Object({}, { additionalProperties: false }),
    type.Object({ a: type.String(), b: type.Optional(type.Integer()), c: type.Optional(type.Object({})) }),
    type.Object({ a: type.Optional(type.Null()) }, { $id: 'A', description: 'All may be missing.' }),
  ],
  Optional: [type.Optional(type.String({ minLength: 1 }))],
});

test.each(Object.keys(Type))('Type.%s makes what typebox makes, in the same order', (name) => {
  const [ours, theirs] = [made(Type), made(TypeBox)].map((all) => JSON.stringify(all[name as keyof typeof Type]));
  assert.equal(ours, theirs);
});

test('an optional schema is a copy: the one it was made of stays required where it stands', () => {
  const name = Type.String();
  expect(Type.Object({ maybe: Type.Optional(name), name }).required).toEqual(['name']);
});
