import { letter } from '#src/api/mail/letter.ts';
import type { Letter } from '#src/api/mail/letter.ts';

/** The way into a conversation. */
export function chatMail({ name, brokerage, url }: { name: string | null; brokerage: string; url: string }): Letter {
  return letter({
    subject: 'Your move: tell us what we need to price it',
    greeting: `Hello${name ? ` ${name}` : ''},`,
    paragraphs: [
      `${brokerage} would like to price your move. An automated assistant asks a few questions. It takes about five minutes, works on a phone, and you can ask for a person at any time.`,
    ],
    button: { label: 'Open the chat', url },
    after: ['What you have told so far is there when you come back.', 'This link is only for you.'],
  });
}
