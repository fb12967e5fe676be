import { showMoney } from '#src/machines/amount/amounts.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import type { MailFrequency } from '#src/machines/mailing/frequency.ts';
import { MOVE_SIZES } from '#src/machines/state-lead/move-sizes.ts';
import type { MoveSize } from '#src/machines/state-lead/move-sizes.ts';
import { letter, longDate } from '#src/api/mail/letter.ts';
import type { Letter } from '#src/api/mail/letter.ts';

/** What a stranger may know about a lead. */
export interface LeadForSale {
  origin_city: string;
  origin_state: string;
  destination_city: string;
  destination_state: string;
  size: MoveSize;
  move_date: string | null;
  is_flexible: boolean;
  /** US cents. */
  price: number;
  shares_left: number;
  shares: number;
}

/** The most that are named one by one. */
const NAMED = 4;

function namesIn(states: readonly string[]): string[] {
  const names = states.map((state) => US_STATES[state] ?? state);
  const more = names.length - NAMED;
  return more > 1 ? [...names.slice(0, NAMED), `${more} more states`] : names;
}

/** "Ohio", "Ohio and Texas", "Ohio, Texas, Utah, Iowa and 3 more states", "all states". */
export function namesOf(states: readonly string[]): string {
  if (states.length === Object.keys(US_STATES).length) return 'all states';
  const said = namesIn(states);
  return said.length < 2 ? said.join('') : `${said.slice(0, -1).join(', ')} and ${said.at(-1)}`;
}

interface Choice {
  states: readonly string[];
  cities: readonly string[];
  frequency: MailFrequency;
}

const FREQUENCY_WORDS: Record<MailFrequency, string> = {
  'at-once': 'as they come',
  daily: 'once a day',
  weekly: 'once a week',
};

/** "Columbus, OH; Texas; and Wyoming, once a day": if cities of a state are given, only those are meant. */
export function choiceText({ states, cities, frequency }: Choice): string {
  const whole = states.filter((state) => !cities.some((city) => city.startsWith(`${state}:`)));
  const named = cities.slice(0, NAMED).map((city) => `${city.slice(3)}, ${city.slice(0, 2)}`);
  const more = cities.length - named.length;
  const places = [...named, ...(more > 0 ? [`${more} more cities`] : []), ...namesIn(whole)];
  const said =
    cities.length === 0
      ? namesOf(whole)
      : places.length < 3
        ? places.join(' and ')
        : `${places.slice(0, -1).join('; ')}; and ${places.at(-1)}`;
  return `${said}${frequency === 'at-once' ? '' : `, ${FREQUENCY_WORDS[frequency]}`}`;
}

/** Asks to confirm every request; `now` is what the mailbox already gets mails about. */
export function confirmMail(given: { choice: Choice; now: Choice | null; url: string; days: number }): Letter {
  const { choice, now } = given;
  return letter({
    subject: now ? 'Confirm your new choice' : 'Confirm your lead emails',
    greeting: 'Hello,',
    paragraphs: [
      now
        ? `You get emails about new moving leads from ${choiceText(now)}. Someone, hopefully you, asked us to send them about ${choiceText(choice)} instead.`
        : `Someone, hopefully you, asked us to email this address about new moving leads on our marketplace from ${choiceText(choice)}.`,
    ],
    button: { label: now ? 'Confirm the new choice' : 'Confirm', url: given.url },
    after: [
      `The link works for ${given.days} days.`,
      now
        ? 'If it wasn’t you, ignore this email. Your choice stays the same.'
        : 'If it wasn’t you, ignore this email. You won’t get lead emails.',
    ],
  });
}

/** To someone who asked to unsubscribe without the link from a mail. */
export function leaveMail(given: { url: string }): Letter {
  return letter({
    subject: 'Stop new-lead emails',
    greeting: 'Hello,',
    paragraphs: [
      'Someone, hopefully you, asked us to stop sending new-lead emails to this address. Press the button to stop them.',
    ],
    button: { label: 'Unsubscribe', url: given.url },
    after: ['If it wasn’t you, ignore this email. Nothing changes.'],
  });
}

const route = ({ origin_city, origin_state, destination_city, destination_state }: LeadForSale) =>
  `${origin_city}, ${origin_state} to ${destination_city}, ${destination_state}`;
const when = ({ move_date, is_flexible }: LeadForSale) =>
  move_date ? `${longDate(move_date)}${is_flexible ? ', flexible' : ''}` : 'date open';
const left = ({ shares_left, shares }: LeadForSale) => `${shares_left} of ${shares} left`;

/** @param count how many leads are new; only those in `leads` are listed */
export function newLeadsMail(given: {
  leads: LeadForSale[];
  count: number;
  choice: Choice;
  url: string;
  choiceUrl: string;
}): Letter {
  const { leads, count } = given;
  const [first] = leads;
  const isOne = count === 1;
  const from = namesOf([...new Set(leads.map(({ origin_state }) => origin_state))]);
  return letter({
    subject: isOne
      ? `New lead: ${route(first!)}`
      : `${count} new leads${count === leads.length ? ` from ${from}` : ''}`,
    greeting: 'Hello,',
    paragraphs: [
      isOne
        ? 'A household in one of your areas is looking for movers.'
        : 'Households in your areas are looking for movers.',
    ],
    list: [
      ...leads.map((lead): [string, string] => [
        route(lead),
        `${MOVE_SIZES[lead.size].name}, ${when(lead)}, ${showMoney(lead.price)}, ${left(lead)}`,
      ]),
      ...(count > leads.length ? [[`And ${count - leads.length} more`, ''] as [string, string]] : []),
    ],
    button: { label: isOne ? 'See the lead' : 'See the leads', url: given.url },
    after: [
      `You get these emails because you asked for leads from ${choiceText(given.choice)}. Change states, cities, or how often: ${given.choiceUrl}`,
    ],
  });
}
