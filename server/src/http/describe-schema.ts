type Bound = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'minItems' | 'maxItems' | 'minLength' | 'maxLength';
type Schema = Readonly<Record<string, unknown>> & { readonly [bound in Bound]?: number };

// What a schema asks for, in words for the caller: `a whole number from 1 to 200`.
export function describeSchema(schema: Schema): string {
  if (typeof schema['x-must-be'] === 'string') return schema['x-must-be'];
  if (Array.isArray(schema['anyOf'])) return schema['anyOf'].map(describeSchema).join(' or ');
  if (Array.isArray(schema['enum'])) return `one of ${schema['enum'].join(', ')}`;
  switch (schema['type']) {
    case 'integer':
      return `a whole number${range(schema)}`;
    case 'number':
      return `a number${range(schema)}`;
    case 'string':
      return describeText(schema);
    case 'array':
      return `a list${span(schema.minItems, schema.maxItems, 'items')}`;
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    default:
      return 'a JSON object';
  }
}

function describeText(schema: Schema): string {
  if (schema['format'] === 'uuid') return 'a uuid';
  return `a text${span(schema.minLength, schema.maxLength, 'characters')}`;
}

function span(min: number | undefined, max: number | undefined, unit: string): string {
  if (max === undefined) return min === undefined ? '' : ` of at least ${min} ${unit}`;
  return min === undefined ? ` of at most ${max} ${unit}` : ` of ${min} to ${max} ${unit}`;
}

function range({ minimum, maximum, exclusiveMinimum }: Schema): string {
  if (exclusiveMinimum !== undefined)
    return ` above ${exclusiveMinimum}${maximum === undefined ? '' : ` and at most ${maximum}`}`;
  if (minimum === undefined) return maximum === undefined ? '' : ` of at most ${maximum}`;
  return maximum === undefined ? ` of at least ${minimum}` : ` from ${minimum} to ${maximum}`;
}
