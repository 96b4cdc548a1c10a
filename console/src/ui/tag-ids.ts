const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isId = (text: string): boolean => UUID.test(text);

// What the address says about tags: ?tag=id,id. What is no id is left out, and what stands twice counts once.
export const parseTagIds = (text: unknown): string[] =>
  typeof text === 'string' ? [...new Set(text.toLowerCase().split(',').filter(isId))] : [];
