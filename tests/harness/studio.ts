import { newPerson, type ConsoleAnswer, type Json, type TestPerson } from './console.js';
import type { Answer, ArchiveParts, Service, Shop } from './service.js';

// A merchant with content, and two people who work on it.
export type Studio = { readonly shop: Shop; readonly ada: TestPerson; readonly bob: TestPerson };

export async function newStudio(service: Service, parts: ArchiveParts = {}): Promise<Studio> {
  const shop = await service.newMerchant(parts);
  const ada = await newPerson(service, { [shop.id]: 'staff' }, 'Ada Staff');
  const bob = await newPerson(service, { [shop.id]: 'admin' }, 'Bob Admin');
  return { shop, ada, bob };
}

// An entry of a playlist, as an archive has it and as a request has it.
export const archived = (media: { id: string }, durationSeconds: number | null = null) => ({
  mediaId: media.id,
  durationSeconds,
});
export const wanted = (media: { id: string }, ownSeconds: number | null = null) => ({ mediaId: media.id, ownSeconds });

// How several requests at once were answered, whoever was first.
export const statusesOf = (answers: readonly ConsoleAnswer[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

export const itemsOf = ({ body }: Answer): Json[] => Object(body).items;

export const changedMeanwhile = (noun: string) => ({
  error: 'conflict',
  message: `Somebody else changed this ${noun} meanwhile. Load it again, look at what changed, and save once more.`,
  code: 'changed_meanwhile',
});

// As a person does: look at what publishing would change, then publish exactly that.
export async function publish(person: TestPerson, lineageId: string): Promise<ConsoleAnswer> {
  const { json } = await person.get(`/campaigns/${lineageId}/publish`);
  const { revision, contentHash } = json;
  return person.post(`/campaigns/${lineageId}/publish`, { revision, contentHash });
}
