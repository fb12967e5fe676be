/** A short text that a business sends from its phones, with blanks that a lead fills in. */
export interface StateLeadText {
  name: string;
  text: string;
}

export const MOST_TEXTS = 12;
export const TEXT_NAME_LENGTH = 40;
/** Two text messages, roughly. */
export const TEXT_LENGTH = 320;

/** What a blank stands for, as people read it; a text has it in braces. */
export const TEXT_BLANKS = {
  name: 'first name',
  route: 'from and to',
  date: 'move date',
  business: 'your company',
  me: 'your first name',
} as const;
export type TextBlank = keyof typeof TEXT_BLANKS;

/** What a business has until it writes its own. */
export const USUAL_TEXTS: readonly StateLeadText[] = [
  {
    name: 'First contact',
    text: 'Hi {name}, this is {me} from {business}. You asked about your move from {route}. When is a good time to call?',
  },
  {
    name: 'Missed you',
    text: 'Hi {name}, {me} from {business} here. I just tried to call about your move from {route}. Call or text me back any time.',
  },
  {
    name: 'After the quote',
    text: 'Hi {name}, did you get our quote for your move from {route}? Happy to answer any questions. {me}, {business}',
  },
];

const BLANK = /\{(\w+)\}/g;

/** What stands in braces and is no blank. */
export const unknownBlanks = (text: string): string[] =>
  [...text.matchAll(BLANK)].map(([, name]) => name!).filter((name) => !(name in TEXT_BLANKS));

/** The text with its blanks filled in; a word in braces that is no blank stays as it is. */
export const fillText = (text: string, values: Record<TextBlank, string>): string =>
  text.replace(BLANK, (whole, name: string) => (name in values ? values[name as TextBlank] : whole)).trim();

export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';
