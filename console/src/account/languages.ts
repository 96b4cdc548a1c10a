// Languages to write dates in, each under the name that it has for itself.
const OFFERED = [
  'en-GB',
  'en-US',
  'de-DE',
  'de-AT',
  'de-CH',
  'fr-FR',
  'fr-CH',
  'it-IT',
  'es-ES',
  'pt-PT',
  'pt-BR',
  'nl-NL',
  'da-DK',
  'sv-SE',
  'nb-NO',
  'fi-FI',
  'pl-PL',
  'cs-CZ',
  'hu-HU',
  'ro-RO',
  'el-GR',
  'tr-TR',
  'uk-UA',
  'ja-JP',
  'zh-CN',
] as const;

type Choice = { readonly value: string; readonly label: string };

// A language that is chosen and not among them is offered, too.
export function languageChoices(chosen: string | null): readonly Choice[] {
  const others = chosen === null || OFFERED.some((one) => one === chosen) ? [] : [chosen];
  return [
    { value: '', label: 'As the browser has it' },
    ...[...others, ...OFFERED].map((value) => ({ value, label: nameOf(value) })),
  ];
}

function nameOf(language: string): string {
  try {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  } catch {
    return language;
  }
}

const EXAMPLE = new Date('2026-06-15T14:00:00Z');
const FORMAT = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;

export function dateExample(language: string | null): string {
  try {
    return new Intl.DateTimeFormat(language ?? undefined, FORMAT).format(EXAMPLE);
  } catch {
    return new Intl.DateTimeFormat(undefined, FORMAT).format(EXAMPLE);
  }
}
