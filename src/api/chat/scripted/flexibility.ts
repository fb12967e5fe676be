import type { ChatWindow } from '#src/machines/chat/chat-details.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { NUMBER_WORDS } from './number-words.ts';

const COUNT = `(\\d{1,2}|an?|${Object.keys(NUMBER_WORDS).join('|')}|a couple(?: of)?|a few|several)`;
const UNIT = '(day|week)s?';
const BOTH_WAYS =
  '(?:either way|each way|either side|on either side|in either direction|earlier or later|before or after)';
/** "2 days", "a day or two", "a day or two days" */
const SPAN = `${COUNT} ${UNIT}(?: or ${COUNT})?(?: ${UNIT})?`;
/** The span is the first to the fourth group of each. */
const SPANS = [
  `\\b${SPAN} ${BOTH_WAYS}`,
  `(?:\\bgive or take|\\bplus or minus|\\+ ?\\/? ?-|±) ?${SPAN}`,
  `\\bflexible,?(?: (?:by|within|for|with|about|up to))* ${SPAN}`,
  `\\b${SPAN} (?:of )?(?:flexibility|flexible|leeway)`,
  `\\b(?:shift|move|push|adjust|change) (?:it|that|the date)(?: (?:by|about|up to|around))* ${SPAN}`,
  `\\bwithin ${SPAN} of\\b`,
].map((words) => new RegExp(words, 'i'));
/** "Yes, up to a week" */
const IN_AN_ANSWER = new RegExp(`\\b${SPAN}\\b`, 'i');
const REFUSED = /\b(?:no|not|only)\b|n['’]t\b/i;
const THAT_WEEK = /\b(?:that|the same|the whole|any ?(?:day|time) (?:in |of )?that) week\b/i;

function firstOf(patterns: readonly RegExp[], text: string): RegExpExecArray | null {
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (found) return found;
  }
  return null;
}

export interface Flexibility {
  /** The text without the phrase about flexibility: any dates in it are the dates themselves. */
  rest: string;
  widen: (window: ChatWindow) => ChatWindow;
}

const countOf = (text: string): number => {
  const word = text.toLowerCase();
  if (/^an?$/.test(word)) return 1;
  if (word.startsWith('a couple')) return 2;
  if (word === 'a few' || word === 'several') return 3;
  return (NUMBER_WORDS as Readonly<Record<string, number>>)[word] ?? Number(word);
};

/**
 * By how much a date may shift in both directions; null if the text does not say. `isAnswer`: to a question about it.
 */
export function readFlexibility(text: string, isAnswer: boolean): Flexibility | null {
  const answer = isAnswer && !REFUSED.test(text) ? [IN_AN_ANSWER] : [];
  const found = firstOf([...SPANS, ...answer], text);
  if (found) {
    const [said, first, unit, second] = found;
    // "A day or two": use the larger number.
    const days = countOf(second && !/^(?:day|week)/i.test(second) ? second : first!) * (/week/i.test(unit!) ? 7 : 1);
    return {
      rest: text.replace(said, ' '),
      widen: ({ earliest, latest }) => ({ earliest: addDays(earliest, -days), latest: addDays(latest, days) }),
    };
  }
  const week = THAT_WEEK.exec(text);
  if (!week) return null;
  return {
    rest: text.replace(week[0], ' '),
    // From Sunday to Saturday.
    widen: ({ earliest }) => {
      const sunday = addDays(earliest, -new Date(`${earliest}T00:00:00Z`).getUTCDay());
      return { earliest: sunday, latest: addDays(sunday, 6) };
    },
  };
}
