/** The client's contact details, as people write them. */
export interface Contact {
  name?: string;
  email?: string;
  /** E.164. */
  phone?: string;
  /** Of that phone; no detail has room for it. */
  extension?: string;
}

/** Matched only at the start of a word, so that a long word is not rescanned from each of its letters. */
const EMAIL = /(?<![^\s@<>,;:"()])[^\s@<>,;:"()]{1,64}@[^\s@<>,;:"()]{1,255}\.[a-z]{2,24}/i;
const EXTENSION = String.raw`(?:[ ,;(]*(?:\bext(?:ension)?\b|(?<=[\d ,;(])(?:x|#))[ .:]*(\d{1,7})\)?)?`;
const PHONE = new RegExp(
  String.raw`(?<![\d-])(?:\+?1[ .-]?)?\(?([2-9]\d{2})\)?[ .-]?(\d{3})[ .-]?(\d{4})${EXTENSION}(?![\d-])`,
  'i',
);
/**
 * A number of another country: after a plus, or after the 00 or 011 that is dialed for it. Five digits that start with
 * 00 may be a ZIP code, which begin with 005 to 009.
 */
const FOREIGN = new RegExp(
  String.raw`(?<![\d+-])(?:\+|00(?![5-9]\d\d\b)|011[ .-])([2-9](?:[ .()-]{0,3}\d){6,14})(?!\d)${EXTENSION}`,
  'i',
);
const LETTERS = "[A-Za-zÀ-ÿ'’-]+";
const NAMED = new RegExp(
  `(?:\\bmy name(?:'s| is)|\\bname is|\\bname:|\\bi am called|\\bcall me|\\bthis is|\\bi'?m|\\bi am)\\s+(${LETTERS}(?:\\s+[A-Z]\\.)?(?:\\s+${LETTERS}){0,2})`,
  'gi',
);
const NO_NAMES =
  /^(?:moving|leaving|going|not|from|in|at|looking|planning|a|an|the|so|just|still|here|sure|fine|ok|okay|good|yes|no|sorry|flexible|living|done|about|on|my|our|ready|unsure|maybe|what|how|when|where|why|i|we|it|that|there|skip|none|nothing|thanks|thank|please|hello|hi|hey|actually|nope|yep|yeah)$/i;

const INTRODUCED =
  "(?:\\b(?:and )?(?:(?:my|the|our) )?(?:cell|phone|mobile|number|e-?mail)(?: (?:number|address))?(?: is|['’]s|:)? ?|\\b(?:and |or )?(?:you (?:can|may) )?(?:call|text|reach|e-?mail) (?:me|us|him|her|them) (?:at|on) ?)?";
const CONTACTS = new RegExp(`${INTRODUCED}(?:${EMAIL.source}|${FOREIGN.source}|${PHONE.source})`, 'gi');

const FOREIGNS = new RegExp(FOREIGN, 'gi');
/** Without the numbers of other countries, whose digits are neither places nor dates. */
export const withoutForeignPhones = (text: string): string => text.replace(FOREIGNS, ' ');

/** The text without email addresses and phone numbers, and the words that introduce them. */
export function withoutContact(text: string): string {
  const rest = text.replace(CONTACTS, '');
  return rest === text ? text : rest.replace(/(?:[,;]\s*){2,}/g, ', ').replace(/^[\s,;.]+|[\s,;]+$/g, '');
}

/** @param asked whether the name was asked for, so that a short text may be just the name */
export function readContact(text: string, asked: boolean): Contact {
  const contact: Contact = {};
  const email = EMAIL.exec(text)?.[0].replace(/\.$/, '').toLowerCase();
  if (email && email.length <= 254) contact.email = email;
  const phone = readPhone(text.replace(EMAIL, ' '));
  if (phone) contact.phone = phone.number;
  if (phone?.extension) contact.extension = phone.extension;
  const name = readName(text.replace(EMAIL, ' ').replace(FOREIGN, ' ').replace(PHONE, ' '), asked);
  if (name) contact.name = name;
  return contact;
}

function readPhone(text: string): { number: string; extension: string | undefined } | null {
  const foreign = FOREIGN.exec(text);
  // The zero of "+44 (0)20 …" is dialed only within the country.
  if (foreign) return { number: `+${foreign[1]!.replace('(0)', '').replaceAll(/\D/g, '')}`, extension: foreign[2] };
  const [, area, exchange, line, extension] = PHONE.exec(text) ?? [];
  return area === undefined ? null : { number: `+1${area}${exchange}${line}`, extension };
}

function readName(text: string, asked: boolean): string | null {
  // "I am moving from Columbus. My name is Ann": the first phrase that is followed by a name counts.
  const introduced = [...text.matchAll(NAMED)]
    .map((match) => match[1]!.replace(/\s+(?:and|from|at|my|you|or|but|moving|we|i)\b.*$/i, '').trim())
    .find((words) => isName(words.split(/\s+/)));
  const plain = asked
    ? firstSentence(text)
        .replaceAll(/[,;:!?]+|(?<!\b[A-Z])\./g, ' ')
        .replace(/^\s*(?:(?:it's|it is|sure|yes|ok|okay|hi|hello|no|actually|and|my e-?mail is|phone)\b\s*)+/i, '')
        .replace(/\s+(?:and|my|e-?mail|phone|you can)\b.*$/i, '')
        .trim()
    : '';
  const isPlain = new RegExp(`^${LETTERS}(?:\\s+(?:${LETTERS}|[A-Z]\\.)){0,3}$`).test(plain);
  const name = twice(text) ?? introduced ?? signed(text) ?? (isPlain ? plain : null);
  const words = name?.split(/\s+/).filter((word, index) => index > 0 || !TITLES.test(word)) ?? [];
  if (!isName(words)) return null;
  // If nobody asked, "I'm exhausted" is not an introduction: names are capitalized.
  if (!asked && !/\bname\b/i.test(text) && !words.every((word) => /^[A-ZÀ-Ý]/.test(word))) return null;
  const isLoud = words.length > 1 && words.every((word) => word === word.toUpperCase());
  return words
    .map((word) => (word === word.toLowerCase() || (isLoud && word.length > 1) ? capitalized(word) : word))
    .join(' ')
    .slice(0, 120);
}

const TITLES = /^(?:mr|mrs|ms|miss|dr|prof)\.?$/i;
const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();

/** What follows the first sentence is not part of the name; "Dr." and "B." do not end a sentence. */
const firstSentence = (text: string): string => text.split(/(?<!\b(?:[A-Z]|mr|mrs|ms|dr|jr|sr))[.!?](?:\s|$)|\n/i)[0]!;

/** "The name is Lee, Ann Lee." */
const twice = (text: string): string | null =>
  new RegExp(`\\bname(?:'s| is)\\s+(${LETTERS}),\\s*(${LETTERS}\\s+\\1)\\b`, 'i').exec(text)?.[2] ?? null;

/** "Sam Jones here." */
const signed = (text: string): string | null =>
  /^\W*([A-ZÀ-Ý][\w'’-]+(?: [A-ZÀ-Ý][\w'’-]+){1,2}) here\b/.exec(text)?.[1] ?? null;

const isName = (words: readonly string[]): boolean => words.length > 0 && !words.some((word) => NO_NAMES.test(word));
