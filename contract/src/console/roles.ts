// What a person is at a merchant. Owners and admins manage tokens, people and settings; staff work with content.
export const ROLES = ['owner', 'admin', 'staff'] as const;
export type Role = (typeof ROLES)[number];
