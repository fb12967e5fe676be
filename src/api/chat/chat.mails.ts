import { showPhone } from '#src/machines/phone/phone.ts';
import { leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import type { Tx } from '#src/api/database/write.ts';
import { portalLinkOf } from '#src/api/link/portal-link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import type { ChatRow } from './chat.repository.ts';
import { letter } from '#src/api/mail/letter.ts';
import type { Letter } from '#src/api/mail/letter.ts';

/** The link to a conversation. */
export function chatMail({ name, brokerage, url }: { name: string | null; brokerage: string; url: string }): Letter {
  return letter({
    subject: 'Your move: tell us what we need to price it',
    greeting: `Hello${name ? ` ${name}` : ''},`,
    paragraphs: [
      `${brokerage} would like to price your move. An automated assistant asks a few questions. It takes about five minutes, works on a phone, and you can ask for a person at any time.`,
    ],
    button: { label: 'Open the chat', url },
    after: ['Come back anytime: your answers are kept.', 'This link is only for you.'],
  });
}

/** To a client who asked on the page of the move, and may have left it since. */
export function answeredMail(given: {
  name: string;
  brokerage: Pick<Brokerage, 'phone'>;
  agent: string;
  answer: string;
  url: string;
}): Letter {
  return letter({
    subject: `${given.agent} answered your question`,
    greeting: `Hello ${given.name},`,
    paragraphs: [given.answer],
    button: { label: 'Answer on your page', url: given.url },
    after: [`Prefer to talk? Call ${showPhone(given.brokerage.phone)}.`],
  });
}

/**
 * Mails an answer to a client whose conversation began on the page of the move: that client has no other link, and may
 * have closed the page.
 */
export async function tellAsker(
  tx: Tx,
  parts: ApiParts,
  chat: Pick<ChatRow, 'lead_id' | 'link_id'>,
  { name: agent, answer }: { name: string; answer: string },
): Promise<void> {
  if (chat.link_id !== null || chat.lead_id === null) return;
  const lead = await leadById(tx, chat.lead_id);
  if (!lead.client_email || lead.is_archived) return;
  const { url } = await portalLinkOf(tx, parts, lead.id, null);
  const { brokerage } = parts;
  await parts.mail.send(tx, {
    to: lead.client_email,
    kind: 'chat',
    leadId: lead.id,
    ...answeredMail({ name: lead.client_name, brokerage, agent, answer, url }),
  });
}
