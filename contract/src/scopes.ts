// What a token may do. The gate looks at a token's stored scopes alone; issuing stores the scopes that a scope brings.
export const SCOPES = [
  'media:read',
  'media:files',
  'media:write',
  'campaigns:read',
  'playlists:read',
  'tags:read',
  'tags:write',
  'changes:read',
] as const;

export type Scope = (typeof SCOPES)[number];

export const WRITE_SCOPES: readonly Scope[] = ['media:write', 'tags:write'];

const BRINGS: Partial<Record<Scope, Scope>> = {
  'media:files': 'media:read',
  'media:write': 'media:read',
  'tags:write': 'tags:read',
};

export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}

// A write without its read would let a system upload what it cannot see (contract, Scopes: "listed together with").
export function withImpliedScopes(scopes: readonly Scope[]): Scope[] {
  return SCOPES.filter((scope) => scopes.includes(scope) || scopes.some((asked) => BRINGS[asked] === scope));
}

// What a person is at a merchant. Owners and admins manage tokens, people and settings; staff work with content.
export const ROLES = ['owner', 'admin', 'staff'] as const;
export type Role = (typeof ROLES)[number];
