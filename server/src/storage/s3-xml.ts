// The little XML that S3 answers with: flat elements, texts with five entities.
export function textsOf(xml: string, tag: string): string[] {
  const found = xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'));
  return [...found].map(([, text = '']) =>
    text.replaceAll(/&(?:amp|lt|gt|quot|apos|#34);/g, (entity) => ENTITIES[entity] ?? entity),
  );
}

// What stands between the tags, whatever it is.
export function elementsOf(xml: string, tag: string): string[] {
  return [...xml.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, content = '']) => content);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&apos;': "'",
};

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
