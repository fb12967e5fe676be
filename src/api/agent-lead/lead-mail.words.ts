import { firstName } from '#src/machines/first-name.ts';
import { showPhone } from '#src/machines/phone/phone.ts';
import { letter, longDate } from '#src/api/mail/letter.ts';
import type { Letter } from '#src/api/mail/letter.ts';
import { LOGO_SRC, withFooter } from '#src/api/mail/mail-composition.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { presentBrokerage } from '#src/api/settings/logo.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { fillBlanks } from '#src/machines/mail-template/mail-blanks.ts';
import type { BlankValues, MailBlank } from '#src/machines/mail-template/mail-blanks.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { balanceOf } from './ledger.balance.ts';

/** The agent in whose name a mail is sent. */
export interface MailWriter {
  name: string;
  email: string;
  phone: string | null;
}
export interface MailWords {
  subject: string;
  text: string;
}

const cityOf = (city: string | null, state: string | null): string | null =>
  city && state ? `${city}, ${state}` : null;

/** The values of a lead for the blanks: never anything that its client may not know. */
export function blankValuesOf(lead: LeadRow, { brokerage }: ApiParts, writer: MailWriter): BlankValues {
  const [origin, destination] = [
    cityOf(lead.origin_city, lead.origin_state),
    cityOf(lead.destination_city, lead.destination_state),
  ];
  const due = balanceOf(lead)?.due ?? null;
  return {
    'client first name': firstName(lead.client_name),
    'client name': lead.client_name,
    route: origin && destination && `${origin} to ${destination}`,
    'pick-up city': origin,
    'drop-off city': destination,
    'pick-up date': lead.move_date && longDate(lead.move_date),
    reference: lead.reference,
    'quote total': lead.quote_total === null ? null : showMoney(lead.quote_total),
    'quote valid until': lead.quote_valid_until && longDate(lead.quote_valid_until),
    'balance due': due === null ? null : showMoney(Math.max(0, due)),
    'agent name': writer.name,
    'agent phone': writer.phone && showPhone(writer.phone),
    'brokerage name': brokerage.name || null,
    'brokerage phone': brokerage.phone ? showPhone(brokerage.phone) : null,
  };
}

/** The text for one lead, and the blanks for which it has no value. */
export function filledFor(
  lead: LeadRow,
  parts: ApiParts,
  writer: MailWriter,
  { subject, text }: MailWords,
): MailWords & { missing: MailBlank[] } {
  const values = blankValuesOf(lead, parts, writer);
  const [line, body] = [fillBlanks(subject, values), fillBlanks(text, values)];
  return { subject: line.text, text: body.text, missing: [...new Set([...line.missing, ...body.missing])] };
}

/** An empty line starts a paragraph. */
export function letterOf({ subject, text }: MailWords): Letter {
  const [greeting = '', ...paragraphs] = text.trim().split(/\n\s*\n/);
  return letter({ subject, greeting, paragraphs });
}

/** The complete mail, for a frame in one of our pages: there the logo is loaded by URL instead of being attached. */
export function previewHtml(parts: ApiParts, words: MailWords): string {
  const mail = letterOf(words);
  const { brokerage, logo } = parts.settings.now();
  const { html } = withFooter(mail, { brokerage, logo });
  const shown = presentBrokerage(parts).logo;
  return shown ? html.replaceAll(LOGO_SRC, shown.url) : html;
}

/** The sender as shown in an inbox. */
export const senderName = ({ name }: MailWriter, { brokerage }: ApiParts): string =>
  brokerage.name ? `${name}, ${brokerage.name}` : name;
