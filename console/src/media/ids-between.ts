// Of a list of ids what lies between these two, with both. By id and not by place: the list may have changed since they were
// chosen.
export function idsBetween(ids: readonly string[], one: string, other: string): readonly string[] | undefined {
  const [first = -1, last = -1] = [ids.indexOf(one), ids.indexOf(other)].toSorted((a, b) => a - b);
  return first === -1 ? undefined : ids.slice(first, last + 1);
}
