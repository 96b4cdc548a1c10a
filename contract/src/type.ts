// The builders of typebox that schemas are made of here, under typebox's own types. A schema is plain JSON: the 370 modules
// behind typebox's builders were a third of the server's start. type.test.ts holds each to what typebox makes.
import type { Type as TypeBox } from 'typebox';

type Schema = Readonly<Record<string, unknown>>;

// As typebox marks what an object may lack: where JSON does not show it.
const OPTIONAL = '~optional';

const simple =
  (type: string) =>
  (rules: Schema = {}) => ({ type, ...rules });

const builders = {
  String: simple('string'),
  Integer: simple('integer'),
  Number: simple('number'),
  Boolean: simple('boolean'),
  Null: simple('null'),
  Unknown: (rules: Schema = {}) => ({ ...rules }),
  Unsafe: (schema: Schema) => ({ ...schema }),
  Literal: (value: string | number | boolean, rules: Schema = {}) => ({ type: typeof value, const: value, ...rules }),
  Enum: (values: readonly unknown[], rules: Schema = {}) => ({ enum: values, ...rules }),
  Union: (schemas: readonly Schema[], rules: Schema = {}) => ({ anyOf: schemas, ...rules }),
  Array: (items: Schema, rules: Schema = {}) => ({ type: 'array', items, ...rules }),
  // Keys of any text, which is all that is asked for.
  Record: (_key: Schema, value: Schema, rules: Schema = {}) => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...rules,
  }),
  Object: (properties: Readonly<Record<string, Schema>>, rules: Schema = {}) => {
    const required = Object.keys(properties).filter((name) => properties[name]?.[OPTIONAL] !== true);
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...rules };
  },
  Optional: (schema: Schema) => Object.defineProperty({ ...schema }, OPTIONAL, { value: true }),
};

export const Type = builders as unknown as Pick<typeof TypeBox, keyof typeof builders>;
