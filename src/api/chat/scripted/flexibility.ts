import type { ChatWindow } from '#src/machines/chat/chat-details.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { NUMBER_WORDS } from './number-words.ts';

const COUNT = `(\\d{1,2}|an?|${Object.keys(NUMBER_WORDS).join('|')}|a couple(?: of)?|a few|several)`;
const UNIT = '(day|week)s?';
const BOTH_WAYS =
  '(?:either way|each way|either side|on either side|in either direction|earlier or later|before or after)';
/** "2 days either way", "a day or two earlier or later" */
const AFTER = new RegExp(`\\b${COUNT} ${UNIT}(?: or ${COUNT})?(?: ${UNIT})? ${BOTH_WAYS}`, 'i');
/** "give or take a week", "+/- 3 days" */
const BEFORE = new RegExp(`(?:\\bgive or take|\\bplus or minus|\\+ ?\\/? ?-|±) ?${COUNT} ${UNIT}`, 'i');
const THAT_WEEK = /\b(?:that|the same|the whole|any ?(?:day|time) (?:in |of )?that) week\b/i;

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

/** By how much a date may shift in both directions; null if the text does not say. */
export function readFlexibility(text: string): Flexibility | null {
  const found = AFTER.exec(text) ?? BEFORE.exec(text);
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
