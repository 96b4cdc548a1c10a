import type { ActivityKind } from './activity.js';

// What was done, in words that go on with what it was done to: for the console and for the exported file.
export const KIND_WORDS: Readonly<Record<ActivityKind, string>> = {
  'media.uploaded': 'uploaded',
  'media.tagged': 'added tags to',
  'media.untagged': 'removed tags from',
  'media.page_added': 'added the web page',
  'media.changed': 'changed',
  'media.deleted': 'moved to the trash',
  'media.replaced': 'replaced a file by',
  'media.restored': 'brought back from the trash',
  'media.purged': 'deleted for good',
  'trash.emptied': 'emptied the trash',
  'playlist.created': 'created the playlist',
  'playlist.changed': 'changed the playlist',
  'playlist.deleted': 'deleted the playlist',
  'playlist.undeleted': 'brought back the playlist',
  'playlist.purged': 'deleted for good the playlist',
  'campaign.created': 'created the campaign',
  'campaign.changed': 'changed the campaign',
  'campaign.published': 'published the campaign',
  'campaign.withdrawn': 'withdrew the campaign',
  'campaign.archived': 'archived the campaign',
  'campaign.restored': 'restored the campaign',
  'campaign.draft_discarded': 'discarded the changes of',
  'campaign.copied': 'copied a campaign to',
  'campaign.brought_back': 'brought back an old version of',
  'campaign.deleted': 'deleted the campaign',
  'campaign.undeleted': 'brought back the campaign',
  'campaign.purged': 'deleted for good the campaign',
  'tag.renamed': 'renamed the tag',
  'tag.merged': 'merged a tag into',
  'tag.deleted': 'deleted the tag',
  'token.issued': 'created the token',
  'token.rotated': 'rotated the token',
  'token.revoked': 'revoked the token',
  'person.signed_in': 'signed in',
  'person.sign_in_failed': 'tried to sign in with a wrong password as',
  'person.invited': 'invited',
  'person.joined': 'joined',
  'person.role_changed': 'changed the role of',
  'person.removed': 'removed',
  'person.added': 'added',
  'person.password_set': 'set a new password for',
  'person.password_changed': 'changed the own password',
  'person.renamed': 'changed the own name to',
  'person.sessions_ended': 'ended sessions of',
  'person.disabled': 'disabled the account of',
  'person.enabled': 'enabled the account of',
  'person.company_linked': "connected the company's account",
  'person.company_unlinked': "took away the company's account",
  'person.password_reset': 'chose a new password by a link, as',
  'person.reset_link_made': 'made a link for a new password for',
  'person.email_changed': 'changed the email of',
  'invitation.withdrawn': 'withdrew the invitation of',
  'merchant.changed': 'changed the settings of the merchant',
  'merchant.created': 'created the merchant',
  'merchant.imported': 'imported the merchant',
  'merchant.suspended': 'suspended the merchant',
  'merchant.resumed': 'ended the suspension of the merchant',
  'merchant.plan_changed': 'changed the plan of the merchant',
};

const KIND_LABELS: Partial<Record<ActivityKind, string>> = {
  'media.tagged': 'Tags added',
  'media.untagged': 'Tags removed',
  'media.page_added': 'Web page added',
  'playlist.undeleted': 'Playlist brought back',
  'playlist.purged': 'Playlist deleted for good',
  'campaign.undeleted': 'Campaign brought back',
  'campaign.purged': 'Campaign deleted for good',
};

// For the filter: "Media uploaded", "Token issued".
export function kindLabel(kind: ActivityKind): string {
  const words = KIND_LABELS[kind] ?? kind.replace('.', ' ').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const isKnownKind = (kind: string): kind is ActivityKind => Object.hasOwn(KIND_WORDS, kind);
