import { withPeriod } from '#src/machines/with-period.ts';
import dayjs from 'dayjs';
import { showWhole } from '#src/machines/amount/amounts.ts';
import { missingDetails } from '#src/machines/chat/chat-details.ts';
import { accessWords, isAccessKnown, NO_ACCESS, saidOf } from '#src/machines/chat/chat-access.ts';
import type { ChatDetails, ChatPlace, ChatWindow } from '#src/machines/chat/chat-details.ts';
import { showPhone } from '#src/machines/phone/phone.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { placeWords } from '#src/machines/place/place-words.ts';
import { MOVE_SIZES } from '#src/machines/state-lead/move-sizes.ts';
import { answerAboutCall, isAboutCall } from './after-confirm.ts';
import { answerTo } from './common-questions.ts';
import { HEAVY_ITEMS, isAllOfAccess, isOfAccess, readAccess, unlistedThings, withAccess } from './access.ts';
import { withoutAddresses } from './addresses.ts';
import { readContact, withoutContact, withoutForeignPhones } from './contact.ts';
import { readDate } from './dates.ts';
import { readFlexibility } from './flexibility.ts';
import { measure, readFurniture, withFurniture } from './furniture.ts';
import { inNamedState, readPlaces } from './place-mentions.ts';
import { question } from './question.ts';
import type { Mentions, UnclearCity } from './place-mentions.ts';
import { BEDS_AND_BATHS, readPacking, readSize, readStorage } from './size.ts';

/** What the interview asks for, in this order; the last topics are asked once each and need no answer. */
export const TOPICS = [
  'origin',
  'destination',
  'move_date',
  'size',
  'name',
  'email',
  'flexibility',
  'origin_zip',
  'destination_zip',
  'inventory',
  'bedrooms',
  'kitchen',
  'garage',
  'origin_access',
  'destination_access',
  'extras',
  'phone',
  /** After the client's confirmation. */
  'call',
] as const;
export type Topic = (typeof TOPICS)[number];
/** After the first answer, the inventory continues room by room, as long as the client lists things. */
const OTHER_ROOMS = ['bedrooms', 'kitchen', 'garage'] as const satisfies readonly Topic[];
const ROOM_OF: Partial<Record<Topic, string>> = { inventory: 'Living room', bedrooms: 'Bedroom', kitchen: 'Kitchen' };

export interface Turn {
  /** What the client wrote. */
  text: string;
  photos: number;
  known: Partial<ChatDetails>;
  /** The client has confirmed the details, and nothing has changed since. */
  isConfirmed?: boolean;
  /** What was asked last, and everything that was asked before. */
  asked: Topic | null;
  askedBefore: readonly Topic[];
  /** Cities whose state was asked for, or still has to be. */
  unclear?: readonly UnclearCity[] | undefined;
  /** `YYYY-MM-DD` in the client's time zone. */
  today: string;
  brokerage: { name: string; phone: string };
}

export interface Reply {
  /** Only what changed. */
  fills: Partial<ChatDetails>;
  text: string;
  asked: Topic | null;
  /** Topics that no longer need to be asked. */
  passed: readonly Topic[];
  /** The cities whose state is asked for, the first one now. */
  unclear?: readonly UnclearCity[];
  /** When the client wants to be called; null if not at all. Omitted if the client didn't mention it. */
  call?: string | null;
}

/** One turn of the interview: what the client's text says about the move, and the answer. */
export function interview(given: Turn): Reply {
  const turn = { ...given, text: readable(given.text) };
  if (turn.asked === 'call' && isAboutCall(turn.text)) {
    const { text, wish } = answerAboutCall(turn.text, turn.known);
    return { fills: {}, text, asked: null, passed: [], call: wish };
  }
  const { fills, notes, unclear, extension } = understand(turn, given.text.trim());
  const known = { ...turn.known, ...fills };
  const answer = answerTo(turn.text, turn.brokerage);
  const isSkipped = SKIPPED.test(turn.text);
  // After the confirmation, only what a change left open is asked.
  const isDone = turn.isConfirmed && Object.keys(fills).length === 0 && missingDetails(known).length === 0;
  const isListed = isOfRooms(turn.asked) && ALL_LISTED.test(turn.text);
  const passed = isListed ? OTHER_ROOMS : [];
  const asked = isDone ? null : nextTopic(known, [...turn.askedBefore, ...passed]);
  const understood = told(fills, known);
  const parts = [
    understood,
    extension
      ? `There is no room for the extension ${extension} beside the number. Our agents see this chat and will find it here.`
      : null,
    answer,
    ...notes,
    turn.photos > 0
      ? `Thank you for the photo${turn.photos === 1 ? '' : 's'}${photosOf(turn.asked)}; the agent who prices your move will look at ${turn.photos === 1 ? 'it' : 'them'}.`
      : null,
    !understood &&
    !answer &&
    notes.length === 0 &&
    turn.photos === 0 &&
    turn.asked !== null &&
    turn.asked === asked &&
    !isSkipped
      ? 'I’m not sure I understood that.'
      : null,
    notes.length > 0
      ? null
      : asked === null && turn.isConfirmed && Object.keys(fills).length === 0
        ? WITH_AN_AGENT
        : question(asked, known, turn.askedBefore.includes(asked ?? 'origin')),
  ];
  return {
    fills,
    text: parts.filter(Boolean).join('\n\n'),
    asked: notes.length > 0 ? (turn.asked ?? asked) : asked,
    passed,
    unclear,
  };
}

const isOfRooms = (topic: Topic | null): boolean =>
  topic === 'inventory' || OTHER_ROOMS.some((other) => other === topic);
/** The room shown by a photo that arrives when this was asked; null for none. */
export const roomOf = (asked: Topic | null): string | null => (asked && ROOM_OF[asked]) ?? null;
const photosOf = (asked: Topic | null): string => {
  const room = roomOf(asked);
  return room ? ` of the ${room.toLowerCase()}` : '';
};

/** What the assistant writes before anyone else has written. */
export function greeting(known: Partial<ChatDetails>, brokerage: string): { text: string; asked: Topic | null } {
  const asked = nextTopic(known, []);
  return {
    text: `Hello! ${withPeriod(`I’m the automated assistant of ${brokerage}`)} I’ll collect what our agents need to price your move. You can ask for a person at any time.\n\n${question(asked, known, false)}`,
    asked,
  };
}

/** After the confirmation there is nothing left to ask. */
const WITH_AN_AGENT =
  'Your move is confirmed, and an agent is working out your price. If anything changes, just tell me here.';

/** The maximum length of one message, which also limits several messages that are read together. */
const CONSIDERED = 4_000;

/** Collapses runs of whitespace, which patterns would otherwise rescan repeatedly. */
const readable = (text: string): string =>
  text
    .slice(0, CONSIDERED)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[\s]*/g, '\n')
    .trim();

/** The client has no more rooms to list. */
const ALL_LISTED =
  /^\W*(?:that['’]?s (?:it|all|everything)|nothing else|no more|skip the (?:list|rest))\b|\b(?:and )?that['’]?s (?:it|all|everything)\W*$/i;

const SKIPPED =
  /^\s*(?:skip|no|none|nope|nothing|no thanks?|n\/a|that['’]?s (?:it|all|everything)|not? (?:really|now)|i (?:don'?t|do not) (?:know|have)|don'?t know|not sure|no idea)\b/i;

function understand(
  { text, known, asked, today, unclear: [pending, ...later] = [] }: Turn,
  written: string,
): { fills: Partial<ChatDetails>; notes: string[]; unclear: readonly UnclearCity[]; extension?: string | undefined } {
  const fills: Partial<ChatDetails> = {};
  const answered = pending && inNamedState(pending, text);
  if (answered) {
    fills[pending.end] = answered;
    const unclear = later.filter(({ end }) => !known[end]);
    return { fills, notes: notesOn({ unclear, unknownZips: [] }), unclear };
  }
  const contact = readContact(text, asked === 'name');
  // Digits of phone numbers and parts of email addresses are neither places nor dates.
  const rest = withoutForeignPhones(withoutAddresses(text))
    .replace(/(?<![^\s@])[^\s@]{1,254}@[^\s@]{1,254}/g, ' ')
    .replace(
      /(?:\+?1[ .-]?)?\(?[2-9]\d{2}\)?[ .-]?\d{3}[ .-]?\d{4}(?:[ ,;(]*(?:ext(?:ension)?|x|#)[ .:]*\d{1,7})?/gi,
      ' ',
    );
  const end = pending?.end ?? END_OF[asked ?? 'name'] ?? null;
  const isOfWayIn = asked === 'origin_access' || asked === 'destination_access';
  const size = readSize(rest, asked === 'size');
  const mentions = readPlaces(rest, isOfWayIn ? null : end);
  const { origin, destination } = mentions;
  // If the question wasn't about a place, a single place without "from" or "to" is no answer.
  const isPlaceMeant =
    (end !== null && !isOfWayIn) ||
    !known.origin ||
    !known.destination ||
    /\b(?:from|to|into|out of|pick ?up|drop ?off|delivery)\b|->|→/i.test(rest);
  if (isPlaceMeant && origin && !isSamePlace(origin, known.origin)) fills.origin = origin;
  if (isPlaceMeant && destination && !isSamePlace(destination, known.destination)) fills.destination = destination;
  const date = dateIn(isOfWayIn ? rest.replace(/\bon (?:the )?\d{1,2}\b/gi, ' ') : rest, asked, today, known.move_date);
  if (date && (date.earliest !== known.move_date?.earliest || date.latest !== known.move_date.latest))
    fills.move_date = date;
  if (size && size !== known.size) fills.size = size;
  const furniture = readFurniture(
    size === null
      ? rest
      : rest
          .replace(BEDS_AND_BATHS, ' ')
          .replace(/\b\w+[ -]?beds? (?:apartment|apt|house|home|condo|flat|townhouse|place)/gi, ' '),
  );
  // "A piano and a safe" are special items of a home without an inventory, not everything that is moved.
  const hasSizeAlone = !known.inventory?.length && (size !== null || known.size !== undefined);
  const heavy = furniture.without.length === 0 && furniture.items.every(({ item }) => HEAVY_ITEMS.includes(item));
  const isOnlySpecial = hasSizeAlone && (asked === 'extras' || heavy);
  if (!isOnlySpecial && (furniture.items.length > 0 || furniture.without.length > 0)) {
    const room = asked && OTHER_ROOMS.some((other) => other === asked) && !CORRECTED.test(rest) ? roomOf(asked) : null;
    const inventory = withFurniture(known.inventory ?? [], furniture, room);
    if (JSON.stringify(inventory) !== JSON.stringify(known.inventory ?? [])) fills.inventory = inventory;
  }
  const packing = readPacking(rest);
  if (packing && packing !== known.packing) fills.packing = packing;
  const storage = readStorage(rest);
  if (storage !== null && storage !== known.storage_days) fills.storage_days = storage;
  if (contact.email && contact.email !== known.email) fills.email = contact.email;
  if (contact.phone && contact.phone !== known.phone) fills.phone = contact.phone;
  if (contact.name && contact.name !== known.name && (asked === 'name' || !known.name || /\bname\b/i.test(text)))
    fills.name = contact.name;
  const things = [...(isOnlySpecial ? furniture.items.map(({ item }) => item) : []), ...unlistedThings(text)];
  // Carriers get the client's words about access and special items, not their contact details.
  const clear = withoutContact(text);
  const ways = readAccess(clear, {
    asked: end,
    isAnswer: isOfWayIn,
    origin: fills.origin ?? known.origin,
    destination: fills.destination ?? known.destination,
  });
  const isUnread =
    isOfWayIn &&
    Object.keys(ways).length === 0 &&
    things.length === 0 &&
    !SKIPPED.test(text) &&
    isNoteOnAccess(text, clear, fills);
  if (isUnread) ways[end!] = { note: withoutContact(written).slice(0, 500) };
  for (const at of ['origin', 'destination'] as const) {
    const said = ways[at];
    if (!said) continue;
    // Another home has different access.
    const moved = fills[at] && known[at] && (fills[at].city !== known[at].city || fills[at].state !== known[at].state);
    const before = moved ? NO_ACCESS : { ...NO_ACCESS, ...known[`${at}_access`] };
    const after = { ...before, ...withAccess(saidOf(before), said) };
    if (JSON.stringify(after) !== JSON.stringify(before)) fills[`${at}_access`] = after;
  }
  const isAnswer = asked === 'extras' && isSpecial(text, fills) && !isAllOfAccess(text);
  const special = isAnswer ? [withoutContact(written)] : things;
  const fresh = special.filter((one) => !known.special_items?.includes(one));
  if (fresh.length > 0) fills.special_items = [known.special_items, ...fresh].filter(Boolean).join('; ').slice(0, 500);
  const unclear = [...mentions.unclear, ...(pending ? [pending] : []), ...later].filter(
    ({ end: at, city }, index, all) =>
      !fills[at] && known[at]?.city !== city && all.findIndex((other) => other.end === at) === index,
  );
  const unknownZips = fills.origin || fills.destination ? [] : mentions.unknownZips;
  return {
    fills,
    notes: notesOn({ unclear, unknownZips }),
    unclear,
    extension: fills.phone && contact.extension,
  };
}

/** A correction of something mentioned before, whichever room was asked about. */
const CORRECTED = /\b(?:actually|sorry|correction|instead|i meant|make (?:it|that)|not \d)\b/i;

/** The end of the move that a question is about. */
const END_OF: Partial<Record<Topic, 'origin' | 'destination'>> = {
  origin: 'origin',
  origin_zip: 'origin',
  origin_access: 'origin',
  destination: 'destination',
  destination_zip: 'destination',
  destination_access: 'destination',
};

/** The dates that are mentioned, or the known ones widened by the flexibility that is mentioned. */
function dateIn(text: string, asked: Topic | null, today: string, known: ChatWindow | undefined): ChatWindow | null {
  const flexible = readFlexibility(text, asked === 'flexibility');
  if (!flexible) return readDate(text, today, known);
  const day = readDate(flexible.rest, today, known) ?? known;
  if (!day) return null;
  const { earliest, latest } = flexible.widen(day);
  return { earliest: earliest < today ? today : earliest, latest };
}

/** Whether the text is about special items, and not a "no", a question, or a correction of something else. */
function isSpecial(text: string, fills: Partial<ChatDetails>): boolean {
  if (
    /^\W*(?:no|none|nope|nothing(?: special| else| really)?|not really|skip|no,? thank(?:s| you)|that'?s (?:all|it))\W*$|\?\s*$/i.test(
      text,
    )
  )
    return false;
  const clauses = text.split(/[,.;:\n]|\band\b/).filter((clause) => /\w/.test(clause));
  const isOfServices = (clause: string) => readPacking(clause) !== null || readStorage(clause) !== null;
  if (
    isOfServices(text) &&
    clauses.every((clause) => isOfServices(clause) || /^\W*(?:only|just|please|thanks|yes)\b/i.test(clause))
  )
    return false;
  return (['origin', 'destination', 'move_date', 'size', 'name', 'email', 'phone'] as const).every(
    (detail) => fills[detail] === undefined,
  );
}

/** Beside a phone number or an email address, a few words such as "thank you" say nothing about access. */
function isNoteOnAccess(text: string, clear: string, fills: Partial<ChatDetails>): boolean {
  if (clear === text) return isSpecial(text, fills);
  return clear.split(/\s+/).length > 2 && isSpecial(clear, { ...fills, email: undefined, phone: undefined });
}

function notesOn({ unclear: [first], unknownZips }: Pick<Mentions, 'unclear' | 'unknownZips'>): string[] {
  if (first) {
    const states = first.states.map((code) => US_STATES[code] ?? code);
    return [`There is more than one ${first.city}: which state, ${listed(states, 'or')}? A ZIP code works, too.`];
  }
  return unknownZips.length > 0 ? [`There is no ZIP code ${unknownZips[0]}. Could you check it?`] : [];
}

/** "Columbus, OH" adds nothing if 43215 in the same city is known. */
function isSamePlace(said: ChatPlace, known: ChatPlace | undefined): boolean {
  return (
    known !== undefined &&
    said.city === known.city &&
    said.state === known.state &&
    (said.zip === null || said.zip === known.zip)
  );
}

export function nextTopic(known: Partial<ChatDetails>, askedBefore: readonly Topic[]): Topic | null {
  const missing = missingDetails(known);
  if (missing.length > 0) return missing[0] as Topic;
  // A topic that was passed over is not asked again.
  const isListing =
    askedBefore.includes('inventory') &&
    !askedBefore.some((topic) => TOPICS.indexOf(topic) > TOPICS.indexOf('garage')) &&
    known.size !== 'few-items' &&
    (known.inventory?.length ?? 0) > 0;
  const once: readonly [Topic, boolean][] = [
    ['email', !known.email],
    ['flexibility', known.move_date?.earliest === known.move_date?.latest],
    ['origin_zip', !known.origin?.zip],
    ['destination_zip', !known.destination?.zip],
    ['inventory', !known.inventory?.length && known.size !== undefined],
    ['bedrooms', isListing && known.size !== 'studio' && known.size !== 'office'],
    ['kitchen', isListing],
    ['garage', isListing],
    ['origin_access', !hasWayIn(known.origin_access, known.special_items)],
    ['destination_access', !hasWayIn(known.destination_access, known.special_items)],
    ['extras', (known.special_items ?? '').split('; ').every((part) => part === '' || isOfAccess(part))],
    ['phone', !known.phone],
  ];
  return once.find(([topic, isOpen]) => isOpen && !askedBefore.includes(topic))?.[0] ?? null;
}

/** More than the street; older conversations stored access with the special items. */
const hasWayIn = (access: ChatDetails['origin_access'] | undefined, special: string | undefined): boolean =>
  isAccessKnown({ ...access, address: null }) || isOfAccess(special ?? '');

/** Repeats what was understood, so that the client notices mistakes. */
function told(fills: Partial<ChatDetails>, { size }: Partial<ChatDetails>): string | null {
  const words = [
    fills.origin && `from ${placeWords(fills.origin)}`,
    fills.destination && `to ${placeWords(fills.destination)}`,
    fills.origin_access && `at the pick-up: ${accessWords(fills.origin_access)}`,
    fills.destination_access && `at the drop-off: ${accessWords(fills.destination_access)}`,
    fills.move_date && windowWords(fills.move_date),
    fills.size && sizeWords(fills.size),
    fills.inventory &&
      (fills.inventory.length === 0 ? 'nothing left on the list' : inventoryWords(fills.inventory, size)),
    fills.packing &&
      { none: 'you pack yourself', partial: 'we pack some of it', full: 'we pack everything' }[fills.packing],
    fills.storage_days !== undefined &&
      (fills.storage_days === 0 ? 'no storage' : `${fills.storage_days} days of storage`),
    fills.special_items && `special items: ${fills.special_items}`,
    fills.name && `your name is ${fills.name}`,
    fills.email,
    fills.phone && showPhone(fills.phone),
  ].filter((word) => typeof word === 'string');
  return words.length > 0 ? withPeriod(`Got it: ${words.join('; ')}`) : null;
}

/** Until there is an inventory, the usual contents of a home of that size count: 7 lb per ft³. */
const sizeWords = (size: ChatDetails['size']): string =>
  `${MOVE_SIZES[size].name.toLowerCase()}, usually about ${showWhole(usualCuft(size))} ft³ and ${showWhole(MOVE_SIZES[size].lb)} lb`;
const usualCuft = (size: ChatDetails['size']): number => Math.round(MOVE_SIZES[size].lb / 70) * 10;
/** As a share of a home's usual contents: a smaller inventory is considered incomplete. */
const SHORT_LIST = 0.6;

function windowWords({ earliest, latest }: ChatWindow): string {
  const day = (date: string) => dayjs(date).format('ddd, MMM D, YYYY');
  return earliest === latest ? day(earliest) : `between ${day(earliest)} and ${day(latest)}`;
}

function inventoryWords(inventory: ChatDetails['inventory'], size: ChatDetails['size'] | undefined): string {
  const { cuft, lb } = measure(inventory);
  const isShort = size !== undefined && cuft < SHORT_LIST * usualCuft(size);
  return `${listed(
    inventory.map(({ quantity, item }) => `${quantity} × ${item === item.toUpperCase() ? item : item.toLowerCase()}`),
    'and',
  )} (about ${showWhole(cuft)} ft³ and ${showWhole(lb)} lb${isShort ? ` so far; a move of this size is usually about ${showWhole(usualCuft(size))} ft³` : ''})`;
}

function listed(words: readonly string[], last: 'and' | 'or'): string {
  return new Intl.ListFormat('en-US', { type: last === 'and' ? 'conjunction' : 'disjunction' }).format(words);
}
