import { showMoney } from '#src/machines/amount/amounts.ts';
import { showPhone } from '#src/machines/phone/phone.ts';
import { BROKERAGE_NAMES } from '#src/machines/settings/brokerage.ts';

/** A field's name in the REST API's spelling. */
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

/** The display text of a field's value. */
export function showSetting(value: unknown, field: string): string {
  if (value === null || value === '' || value === undefined) return 'nothing';
  if (field === 'phone') return showPhone(String(value));
  if (wire(field) === 'price_cents') return showMoney(Number(value));
  // The history stores it as text.
  if (wire(field) === 'requires_two_factor') return String(value) === 'true' ? 'required' : 'not required';
  return Array.isArray(value) ? value.join(', ') : String(value).replaceAll('\n', ', ');
}

/** The display name of a field in the history, which uses the API's spelling. */
export function nameOfField(section: Section, field: string): string {
  const found = Object.entries(NAMES[section]).find(([name]) => wire(name) === field);
  return found?.[1] ?? field;
}
