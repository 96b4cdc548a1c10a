// Patterns of released documents that some readers' engines refuse, and how the same rule is written now.
export const REWRITTEN: Readonly<Record<string, string>> = {
  '^[^\\u0000]*$': '^[^\\x00]*$',
  '^(?=[^\\u0000]*\\S)[^\\u0000]*$': '^\\s*[^\\s\\x00][^\\x00]*$',
  '^(?=.*\\S)[^\\p{Cc}]*$': '^[^\\S\\x00-\\x1f\\x7f-\\x9f]*[^\\s\\x00-\\x1f\\x7f-\\x9f][^\\x00-\\x1f\\x7f-\\x9f]*$',
  '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])(T([01]\\d|2[0-3]):[0-5]\\d)?$':
    '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(T([01][0-9]|2[0-3]):[0-5][0-9])?$',
};
