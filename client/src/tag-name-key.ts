/** What makes two names the same tag, as the service sees it: case and spacing do not count. */
export function tagNameKey(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}
