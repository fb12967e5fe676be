import type { MoveSize, Packing } from '#src/generated/graphql/graphql.ts';
import type { ChatDetail } from '#src/machines/chat/chat-details.ts';

/** A conversation as these components show it: the parts common to clients and agents. */
export interface ChatPhoto {
  id: string;
  name: string;
  url: string;
  previewUrl: string;
}

export interface ChatMessage {
  id: string;
  sequence: number;
  author: 'client' | 'assistant' | 'agent';
  authorName: string;
  text: string;
  /** The details that the assistant took from it, by the lifecycle's names. */
  fills: readonly string[];
  photos: readonly ChatPhoto[];
  at: string;
}

export interface ChatPlace {
  city: string;
  state: string;
  zip: string | null;
}

export interface ChatItem {
  room: string;
  item: string;
  quantity: number;
  /** ft³ per piece. */
  volumeCuft: number;
  /** lb per piece. */
  weightLb: number;
}

export interface ChatAccess {
  address: string | null;
  floor: number | null;
  stairs: number | null;
  hasElevator: boolean | null;
  longCarryFt: number | null;
  needsShuttle: boolean | null;
  note: string | null;
}

export interface ChatValues {
  origin: ChatPlace | null;
  destination: ChatPlace | null;
  originAccess: ChatAccess | null;
  destinationAccess: ChatAccess | null;
  moveDate: { earliest: string; latest: string } | null;
  size: MoveSize | null;
  inventory: readonly ChatItem[] | null;
  packing: Packing | null;
  storageDays: number | null;
  specialItems: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
}

/** The values, and what may be done with them. */
export interface ChatKnown {
  details: ChatValues;
  /** What is needed but unknown, by the lifecycle's names. */
  missing: readonly string[];
  sources: readonly { detail: string; by: 'client' | 'assistant' | 'agent'; message: number | null; version: string }[];
  actions: readonly { event: string; may: boolean; unmet: readonly string[] }[];
}

/** A correction: null clears a detail, omitted details stay. */
export interface ChatCorrection {
  /** The corrected details, as they were on the screen. */
  seen?: { detail: ChatDetail; version: string | null }[];
  origin?: Partial<ChatPlace> | null;
  destination?: Partial<ChatPlace> | null;
  originAccess?: ChatAccess | null;
  destinationAccess?: ChatAccess | null;
  moveDate?: ChatValues['moveDate'];
  size?: MoveSize | null;
  inventory?: { room: string; item: string; quantity: number; volumeCuft?: number; weightLb?: number }[] | null;
  packing?: Packing | null;
  storageDays?: number | null;
  specialItems?: string | null;
  name?: string | null;
  email?: string | null;
  phone?: string | null;
}

export type DetailCorrection = ChatCorrection[Exclude<keyof ChatCorrection, 'seen'>];

/** Sends a correction, once per key; rejects with the shape that `problemOf` reads. */
export type Correct = (correction: ChatCorrection, key: string) => Promise<unknown>;

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;

/** The screens' spelling of a lifecycle's detail. */
export const valueKey = <D extends ChatDetail>(detail: D) =>
  detail.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as Camel<D>;
