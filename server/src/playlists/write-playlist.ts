import type { Position } from '../http/cursor.js';

// Writes the fields of a playlist, without braces, as integrations receive them, from the text that queries.ts reads.
export function writePlaylist(text: string): string {
  const [id, createdAt, updatedAt, name] = divide(text);
  return `"id":"${id}","name":${name},"createdAt":"${createdAt}","updatedAt":"${updatedAt}"`;
}

export function positionOf(text: string): Position {
  const [id, , updatedAt] = divide(text);
  return [updatedAt, id];
}

// The name is last, because it may have spaces.
function divide(text: string): [id: string, createdAt: string, updatedAt: string, name: string] {
  const [id = '', createdAt = '', updatedAt = ''] = text.split(' ', 3);
  return [id, createdAt, updatedAt, text.slice(id.length + createdAt.length + updatedAt.length + 3)];
}
