import { showMoney } from '#src/machines/amount/amounts.ts';
import { BROKERAGE_NAMES } from '#src/machines/settings/brokerage.ts';

/** As the REST API spells the name of a field. */
export const wire = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const NAMES = {
  brokerage: BROKERAGE_NAMES,
  mail: { senderName: 'Sender name', replyTo: 'Reply-to address' },
  marketplace: {
    priceCents: 'Base price per lead',
    shares: 'Buyers per lead',
    reservationMinutes: 'Minutes to pay',
    mailsPerDay: 'Emails a day',
  },
  subscription: { priceCents: 'Monthly price', trialDays: 'Trial length (days)' },
  carriers: { payDays: 'Days to pay' },
  leads: { archiveReasons: 'Reasons for archiving' },
  sign_in: { requiresTwoFactor: 'Two-factor sign-in' },
  assistant: { url: 'Address', model: 'Model', key: 'Key' },
} as const;

export type Section = keyof typeof NAMES;

/** As a person reads the value of a field. */
export function showSetting(value: unknown, field: string): string {
  if (value === null || value === '' || value === undefined) return 'nothing';
  if (wire(field) === 'price_cents') return showMoney(Number(value));
  // The history has it as text.
  if (wire(field) === 'requires_two_factor') return String(value) === 'true' ? 'required' : 'not required';
  return Array.isArray(value) ? value.join(', ') : String(value).replaceAll('\n', ', ');
}

/** The name of a field of the history, which the API spells in its own way. */
export function nameOfField(section: Section, field: string): string {
  const found = Object.entries(NAMES[section]).find(([name]) => wire(name) === field);
  return found?.[1] ?? field;
}
