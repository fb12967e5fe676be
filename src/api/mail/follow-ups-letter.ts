import { letter } from './letter.ts';
import type { Fact, Letter } from './letter.ts';

/** The most leads that a mail lists. */
const MOST = 50;

/** Several leads that are due for follow-up today, in one mail: each with its phone, what it is about, and its address. */
export function followUpsLetter(given: {
  name: string;
  leads: readonly Fact[];
  button: { label: string; url: string };
}): Letter {
  const { leads, button } = given;
  const left = leads.length - MOST;
  return letter({
    subject: `${leads.length} follow-ups today`,
    greeting: `Hello ${given.name},`,
    paragraphs: ['These leads are due for a follow-up today.'],
    list: left > 0 ? [...leads.slice(0, MOST), [`And ${left} more`, '']] : leads,
    button,
  });
}
