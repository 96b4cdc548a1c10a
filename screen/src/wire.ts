// What the screen and the service tell each other, as the contract has it. Types only: no schema comes along.
import type { Beat, PlaysRequest, Program } from '@vitrine/contract/screen-program';

export type { Beat, NewPairing, Pairing, Program } from '@vitrine/contract/screen-program';
export type { FaultKind } from '@vitrine/contract/screen-words';
export type ProgramCampaign = Program['campaigns'][number];
export type ProgramItem = ProgramCampaign['items'][number];
export type ProgramMedia = Program['media'][number];
export type Fault = Beat['faults'][number];
export type PlayBatch = PlaysRequest;
export type PlayCount = PlaysRequest['plays'][number];
