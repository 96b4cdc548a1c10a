import { notFound } from './errors.js';

// Ids are branded, so that one kind cannot be passed for another. They are compared without regard to case and
// written in lower case.
export type MerchantId = string & { readonly brand: 'MerchantId' };
export type PersonId = string & { readonly brand: 'PersonId' };
export type SessionId = string & { readonly brand: 'SessionId' };
export type InvitationId = string & { readonly brand: 'InvitationId' };
export type PasskeyId = string & { readonly brand: 'PasskeyId' };
export type TokenId = string & { readonly brand: 'TokenId' };
export type AiKeyId = string & { readonly brand: 'AiKeyId' };
export type TagId = string & { readonly brand: 'TagId' };
export type MediaId = string & { readonly brand: 'MediaId' };
export type PlaylistId = string & { readonly brand: 'PlaylistId' };
export type LineageId = string & { readonly brand: 'LineageId' };
export type WebhookId = string & { readonly brand: 'WebhookId' };
export type DeliveryId = string & { readonly brand: 'DeliveryId' };
export type ScreenId = string & { readonly brand: 'ScreenId' };

// The input of an endpoint that names one thing in its path.
export type ById = { readonly params: { readonly id: string } };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const UUID_CHARACTERS = 36;
export const isUuid = (text: string): boolean => UUID.test(text);

// A malformed id is a missing item: single reads answer 404, never 400 (contract, Errors).
export const parseMediaId = (text: string): MediaId => parseId(text, 'media item') as MediaId;
export const parseUploadId = (text: string): MediaId => parseId(text, 'upload') as MediaId;
export const parseTagId = (text: string): TagId => parseId(text, 'tag') as TagId;
export const parsePlaylistId = (text: string): PlaylistId => parseId(text, 'playlist') as PlaylistId;
export const parseLineageId = (text: string): LineageId => parseId(text, 'campaign') as LineageId;
export const parseScreenId = (text: string): ScreenId => parseId(text, 'screen') as ScreenId;
export const parseWebhookId = (text: string): WebhookId => parseId(text, 'webhook') as WebhookId;
export const parseDeliveryId = (text: string): DeliveryId => parseId(text, 'message') as DeliveryId;
export const parseMerchantId = (text: string): MerchantId => parseId(text, 'merchant') as MerchantId;
export const parseTokenId = (text: string): TokenId => parseId(text, 'token') as TokenId;
export const parseAiKeyId = (text: string): AiKeyId => parseId(text, 'key') as AiKeyId;
export const parseSessionId = (text: string): SessionId => parseId(text, 'session') as SessionId;
export const parseInvitationId = (text: string): InvitationId => parseId(text, 'invitation') as InvitationId;
export const parsePasskeyId = (text: string): PasskeyId => parseId(text, 'passkey') as PasskeyId;
export const parsePersonId = (text: string): PersonId => parseId(text, 'person') as PersonId;

function parseId(text: string, noun: string): string {
  if (!UUID.test(text)) throw notFound(noun);
  return text.toLowerCase();
}
