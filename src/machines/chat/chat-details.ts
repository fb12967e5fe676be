import type { MoveSize } from '../state-lead/move-sizes.ts';
import type { ChatAccess } from './chat-access.ts';

/** What a chat with a client collects, and which of it a move requires. */
export interface ChatPlace {
  city: string;
  state: string;
  /** Null if the client named only the city. */
  zip: string | null;
  lat: number;
  lng: number;
}

/** Calendar dates `YYYY-MM-DD`; equal for a single day. */
export interface ChatWindow {
  earliest: string;
  latest: string;
}

export interface ChatItem {
  room: string;
  item: string;
  quantity: number;
  /** ft³ per piece. */
  volume_cuft: number;
  /** lb per piece. */
  weight_lb: number;
}

export interface ChatDetails {
  origin: ChatPlace;
  destination: ChatPlace;
  origin_access: ChatAccess;
  destination_access: ChatAccess;
  move_date: ChatWindow;
  size: MoveSize;
  inventory: ChatItem[];
  packing: 'none' | 'partial' | 'full';
  storage_days: number;
  special_items: string;
  name: string;
  email: string;
  /** E.164. */
  phone: string;
}

export type ChatDetail = keyof ChatDetails;

/** In the order in which they are requested and displayed. */
export const CHAT_DETAILS = {
  origin: 'Moving from',
  destination: 'Moving to',
  origin_access: 'Access at pick-up',
  destination_access: 'Access at drop-off',
  move_date: 'When',
  size: 'Size of the move',
  inventory: 'Inventory',
  packing: 'Packing',
  storage_days: 'Storage',
  special_items: 'Special items',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
} as const satisfies Record<ChatDetail, string>;

export const chatDetails = Object.keys(CHAT_DETAILS) as ChatDetail[];

/** Each line is one requirement, met by any of its details. */
const NEEDED: readonly (readonly ChatDetail[])[] = [
  ['origin'],
  ['destination'],
  ['move_date'],
  ['size', 'inventory'],
  ['name'],
  ['email', 'phone'],
];

/** The unmet requirements, each by the detail that is requested first. */
export function missingDetails(known: Readonly<Partial<Record<ChatDetail, unknown>>>): ChatDetail[] {
  return NEEDED.filter((any) => !any.some((detail) => isKnown(known[detail]))).map(([first]) => first!);
}

/** What a lead cannot do without, and is not known yet, in words. */
export function missingForLead(known: Readonly<Partial<Record<ChatDetail, unknown>>>): string[] {
  return [
    !isKnown(known.name) && 'the name',
    !isKnown(known.origin) && 'where from',
    !isKnown(known.destination) && 'where to',
    !isKnown(known.email) && !isKnown(known.phone) && 'a phone number or an email address',
  ].filter((one) => one !== false);
}

function isKnown(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}
