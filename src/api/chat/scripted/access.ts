import type { ChatAccess, KnownAccess } from '#src/machines/chat/chat-access.ts';
import { ACCESS_BOUNDS, isAccessKnown } from '#src/machines/chat/chat-access.ts';
import { addressesIn } from './addresses.ts';
import { NUMBER_WORDS } from './number-words.ts';

const ACCESS =
  /\b(?:stairs?|staircase|steps|elevators?|walk-?up|(?:\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|top|upper|ground) floor|floor \d{1,2}|basement (?:unit|apartment|apt)|(?:all )?(?:on )?one level|long carry|loading dock|parking|park|driveway|\d{1,4} ?(?:feet|foot|ft|yards?) (?:away|from the|to the)|shuttle|(?:trucks?|semi|trailer) can(?:['’]?t|not)|can(?:['’]|not)?t? get (?:any )?closer)\b/i;

/** Whether the text is about how a home is reached. */
export const isOfAccess = (text: string): boolean => ACCESS.test(text);

/** Counts only in an answer to a question about access. */
const IN_AN_ANSWER = /\bon (?:the )?\d{1,2}\b|\bstor(?:y|ies)\b/i;

/** Whether the text is only about access, so that none of it belongs to the special items. */
export const isAllOfAccess = (text: string): boolean =>
  text
    .split(/[,.;\n]|\band\b/)
    .every((clause) => !/\w/.test(clause) || isOfAccess(clause) || ABOUT_ACCESS.test(clause));
const ABOUT_ACCESS = /\bpermits?\b|\b\d+ ?(?:feet|ft|yards?)\b/i;

type End = 'origin' | 'destination';
interface Place {
  city: string;
}

export interface AccessQuestion {
  /** The end that was asked about; text that names no end applies to it. */
  asked: End | null;
  /** Whether the question was about access: then "on 12" is a floor. */
  isAnswer: boolean;
  origin: Place | undefined;
  destination: Place | undefined;
}

/**
 * How the homes are reached, which a crew needs to know no matter when it is mentioned. Text that names no end applies
 * to the one that was asked about, otherwise to the home that the client lives in.
 */
export function readAccess(text: string, question: AccessQuestion): { [E in End]?: KnownAccess } {
  const found: Record<End, KnownAccess[]> = { origin: [], destination: [] };
  for (const { address, after, before } of addressesIn(text)) {
    const end = /\bto (?:my |our )?(?:new )?(?:(?:place|home|house|address) (?:at|is) )?$/i.test(before)
      ? 'destination'
      : /\bfrom $/i.test(before)
        ? 'origin'
        : (endsNamed(after, question)[0] ?? endsNamed(before, question)[0] ?? question.asked ?? 'origin');
    found[end].push({ address });
  }
  for (const sentence of text.split(/(?<=[.!?;])\s|\n/)) {
    if (/\?\s*$/.test(sentence)) continue;
    const clauses = sentence.split(/,\s|\s(?:and|but|while|then)\s(?!a half)/i).filter((clause) => /\w/.test(clause));
    const named = new Set(clauses.flatMap((clause) => (isOfWholeRoute(clause) ? [] : endsNamed(clause, question))));
    const isOfMore = named.size > 1;
    let current: readonly End[] | null = isOfMore || isOfRoute(sentence) ? null : named.size === 1 ? [...named] : null;
    if (BOTH.test(sentence)) current = ['origin', 'destination'];
    for (const part of isOfMore && !BOTH.test(sentence) ? clauses : [sentence]) {
      const own = isOfMore ? endsNamed(part, question) : [];
      if (own.length > 0 && (isOfAccess(part) || !isOfRoute(part))) current = own;
      if (!isOfAccess(part) && !(question.isAnswer && IN_AN_ANSWER.test(part))) continue;
      const { facts, isWhole } = believed(factsIn(part, question.isAnswer));
      const noted =
        isWhole && isAccessKnown(facts) && !UNTYPED.test(part)
          ? facts
          : { ...facts, note: part.trim().replace(/[.,;!]+$/, '') };
      for (const end of current ?? [question.asked ?? 'origin']) found[end].push(noted);
    }
  }
  return Object.fromEntries(
    (['origin', 'destination'] as const).flatMap((end) =>
      found[end].length > 0 ? [[end, found[end].reduce(withAccess)]] : [],
    ),
  );
}

/** Drops numbers that are implausible for a home; those stay only in the client's words. */
function believed(said: KnownAccess): { facts: KnownAccess; isWhole: boolean } {
  const facts = { ...said };
  for (const [part, { minimum, maximum }] of Object.entries(ACCESS_BOUNDS)) {
    const value = said[part as keyof typeof ACCESS_BOUNDS];
    if (value != null && (value < minimum || value > maximum)) delete facts[part as keyof typeof ACCESS_BOUNDS];
  }
  return { facts, isWhole: Object.keys(facts).length === Object.keys(said).length };
}

/** Merges new access details into the known ones: notes accumulate, anything else is replaced by the latest. */
export function withAccess(known: KnownAccess, said: KnownAccess): KnownAccess {
  const note =
    known.note && said.note && !known.note.includes(said.note)
      ? `${known.note}; ${said.note}`
      : (known.note ?? said.note);
  return { ...known, ...said, ...(note ? { note: note.slice(0, NOTE_LENGTH) } : {}) };
}
const NOTE_LENGTH = 500;

/** Words that carry more than the fields can hold. */
const UNTYPED =
  /\b(?:park|parking|driveway|dock|permits?|reserv\w+|book(?:ed|ing)?|freight|service elevator|narrow|gate|codes?|keys?|steep|spiral|closer|from \d|between \d)\b/i;

const BOTH = /\b(?:both|neither|either (?:place|end|side|home|house|one|way in)|each (?:place|end|home))\b/i;
const ORIGIN =
  /\b(?:here|this (?:place|end|side|house|apartment|apt|building|home)|(?:old|current|present) (?:address|place|home|house|apartment|apt|building|one|unit)|pick-?\s?up|where (?:we|i) live)\b/i;
const DESTINATION =
  /\b(?:there(?!['’]s| (?:is|are|isn|aren|will|was|would))|new (?:address|place|home|house|apartment|apt|building|one|unit|condo)|destination|drop-?\s?off|other (?:end|side|place))\b/i;

function endsNamed(clause: string, { origin, destination }: AccessQuestion): End[] {
  if (BOTH.test(clause)) return ['origin', 'destination'];
  const isIn = (place: Place | undefined) =>
    place !== undefined &&
    origin?.city !== destination?.city &&
    clause.toLowerCase().includes(place.city.toLowerCase());
  const isOrigin = ORIGIN.test(clause) || isIn(origin);
  const isDestination = DESTINATION.test(clause) || isIn(destination);
  return isOrigin === isDestination ? [] : [isOrigin ? 'origin' : 'destination'];
}

/** "From here to there" describes the move, not the home in question. */
const isOfRoute = (text: string): boolean => /\b(?:from|to|into|moving|->|→)\b/i.test(text) && !isOfAccess(text);

/** "From 43215 to Denver" names both ends, even if only one of them is named as its city. */
const isOfWholeRoute = (text: string): boolean => isOfRoute(text) && /\bfrom\b.*\bto\b|\bto\b.*\bfrom\b/i.test(text);

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const NUMBER = `(\\d{1,3}|an?|${Object.keys(NUMBER_WORDS).join('|')})`;
const numberOf = (word: string): number =>
  /^an?$/i.test(word) ? 1 : ((NUMBER_WORDS as Record<string, number>)[word.toLowerCase()] ?? Number(word));
/** Steps of a typical flight. */
const STEPS_OF_FLIGHT = 12;
const FEET_OF_YARD = 3;

function factsIn(clause: string, isAnswer: boolean): KnownAccess {
  const facts: Partial<ChatAccess> = {};
  const floor = floorIn(clause, isAnswer);
  if (floor !== null) facts.floor = floor;
  if (
    /\bno (?:\w+ )?elevators?|without (?:\w+ )?(?:\w+ )?elevators?|elevators? (?:is|are) (?:broken|out)|n['’]t (?:have )?(?:an? |any )?elevators?|walk-?up|stairs only|only stairs/i.test(
      clause,
    )
  )
    facts.has_elevator = false;
  else if (/\belevators?\b/i.test(clause)) facts.has_elevator = true;
  const flights = new RegExp(`\\b${NUMBER} flights?\\b`, 'i').exec(clause)?.[1];
  const steps = new RegExp(`\\b${NUMBER} (?:steps|stairs)\\b`, 'i').exec(clause)?.[1];
  if (flights) facts.stairs = numberOf(flights) * STEPS_OF_FLIGHT;
  else if (steps) facts.stairs = numberOf(steps);
  else if (/\b(?:no|without|zero) (?:any )?(?:stairs|steps)|n['’]t (?:have )?(?:any )?(?:stairs|steps)/i.test(clause))
    facts.stairs = 0;
  const far = /\b(\d{1,4})\s?(?:(feet|foot|ft)\b|(yards?|yds?)\b|['′])/i.exec(clause);
  if (far && /\b(?:carry|walk|park\w*|truck|door|away|closer|far|long)\b/i.test(clause))
    facts.long_carry_ft = Number(far[1]) * (far[3] ? FEET_OF_YARD : 1);
  else if (
    /\bdriveway\b|\bpark(?:ing)?\b.*\b(?:close|right|in front|at the door|by the door|outside)\b|\bno long carry\b/i.test(
      clause,
    ) &&
    !/\b(?:no parking|no driveway|can(?:['’]?t|not)|difficult|hard|narrow|steep|not)\b/i.test(clause)
  )
    facts.long_carry_ft = 0;
  if (/\bno (?:need for a )?shuttle\b|shuttle (?:is )?not needed/i.test(clause)) facts.needs_shuttle = false;
  else if (
    /\bshuttle\b|\b(?:trucks?|semi|trailer) (?:can(?:['’]?t|not)|won['’]?t|does ?n['’]?t|is too big)(?: \w+)? (?:fit|turn|reach|enter|get in|get up|get down|get to|make|come)\b|\btoo (?:narrow|small|steep|tight) for (?:an? )?(?:\w+ )?(?:semi|truck|trailer)\b|\bno room for (?:an? )?(?:\w+ )?(?:truck|semi)\b|\bonly (?:a )?small trucks?\b/i.test(
      clause,
    )
  )
    facts.needs_shuttle = true;
  return facts;
}

function floorIn(clause: string, isAnswer: boolean): number | null {
  const [, number, word, plain] =
    /\b(?:(\d{1,2})(?:st|nd|rd|th)|(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth))[ -]floor|\bfloor (?:number |# ?)?(\d{1,2})\b/i.exec(
      clause,
    ) ?? [];
  if (number ?? plain) return Number(number ?? plain) || null;
  if (word) return ORDINALS.indexOf(word.toLowerCase()) + 1;
  const walkUp = /\b(\d{1,2})(?:st|nd|rd|th) fl\b/i.exec(clause)?.[1];
  if (walkUp) return Number(walkUp);
  if (/\bground (?:floor|level)|street level|(?:all )?(?:on )?one level\b/i.test(clause)) return 1;
  if (/\bbasement (?:unit|apartment|apt)\b/i.test(clause)) return -1;
  const on = isAnswer ? /\bon (?:the )?(\d{1,2})\b(?!\/)/i.exec(clause)?.[1] : undefined;
  return on ? Number(on) : null;
}

/** Things that need more than two people or a crate, and are in no list of furniture. */
const UNLISTED = /\b(?:hot tub|jacuzzi|grandfather clock|chandelier|antiques?|sculptures?|statues?|kiln)\b/gi;
export const HEAVY_ITEMS: readonly string[] = ['Grand piano', 'Upright piano', 'Safe', 'Pool table'];

export const unlistedThings = (text: string): string[] =>
  [...text.matchAll(UNLISTED)].map(([name]) => name.toLowerCase());
