import { withPeriod } from '../with-period.ts';

/** A short text message that a business sends from its phones, with blanks filled in from a lead. */
export interface StateLeadText {
  name: string;
  text: string;
}

export const MOST_TEXTS = 12;
export const TEXT_NAME_LENGTH = 40;
/** About two text messages. */
export const TEXT_LENGTH = 320;

/** The meaning of each blank; in a text, blanks are in braces. */
export const TEXT_BLANKS = {
  name: 'first name',
  route: 'from and to',
  date: 'move date',
  business: 'your company',
  me: 'your first name',
} as const;
export type TextBlank = keyof typeof TEXT_BLANKS;

/** The default texts, until a business writes its own. */
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
/** With the period that follows, if any: a name such as "Ann & Sons Inc." has its own. */
const ENDING_BLANK = /\{(\w+)\}(\.?)/g;

/** Names in braces that are not blanks. */
export const unknownBlanks = (text: string): string[] =>
  [...text.matchAll(BLANK)].map(([, name]) => name!).filter((name) => !(name in TEXT_BLANKS));

/** The text with its blanks filled in; other words in braces stay as they are. */
export const fillText = (text: string, values: Record<TextBlank, string>): string =>
  text
    .replace(ENDING_BLANK, (whole, name: string, period: string) => {
      if (!(name in values)) return whole;
      const value = values[name as TextBlank];
      return period ? withPeriod(value) : value;
    })
    .trim();
