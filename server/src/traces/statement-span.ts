import type { Span } from './to-otlp.js';

const TEXT_CHARACTERS_MAX = 2_000;
// A statement's text is one of a few hundred, and each is looked at once.
const KNOWN_MAX = 1_000;

type Told = Pick<Span, 'name' | 'attributes'>;

const known = new Map<string, Told>();

// The text as it is written in the code: its values are $1, $2 and nowhere in it.
export function toStatementSpan(text: string): Told {
  const found = known.get(text);
  if (found !== undefined) return found;
  const told = toTold(text.replace(/\s+/g, ' ').trim());
  if (known.size < KNOWN_MAX) known.set(text, told);
  return told;
}

function toTold(text: string): Told {
  const [operation = ''] = /^\w+/.exec(text) ?? [];
  const [, table] = TABLE.exec(operation === 'with' ? text : text.slice(startOfTables(text))) ?? [];
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.collection.name': table,
      'db.query.text': text.slice(0, TEXT_CHARACTERS_MAX),
    },
  };
}

const TABLE = /\b(?:from|into|update)\s+([a-z_]+)/i;

// What a statement selects may be a question about another table, in parentheses: these are passed over, from within.
function startOfTables(text: string): number {
  let outside = text;
  for (let before = ''; before !== outside;) {
    before = outside;
    outside = before.replace(/\([^()]*\)/g, ({ length }) => '.'.repeat(length));
  }
  return Math.max(0, outside.search(/\b(?:from|into|update)\b/i));
}
