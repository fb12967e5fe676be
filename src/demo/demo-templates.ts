import type { Tx } from '#src/api/database/write.ts';
import { addMailTemplate } from '#src/api/mail-template/mail-template.repository.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

const TEMPLATES = [
  {
    name: 'Checking in on the quote',
    subject: 'Your move from {{pick-up city}}: any questions?',
    text: `Hello {{client first name}},

I sent you our quote of {{quote total}} for your move from {{route}}. It is valid until {{quote valid until}}.

Is anything unclear, or has something changed? Reply to this email or call me at {{agent phone}}.

{{agent name}}
{{brokerage name}}`,
  },
  {
    name: 'Getting ready for moving day',
    subject: 'Getting ready for {{pick-up date}}',
    text: `Hello {{client first name}},

your pick-up is planned for {{pick-up date}}. Please have boxes closed and labeled, and keep papers, keys and medicine with you.

If the elevator or the parking has to be reserved, now is a good time. Reply to this email with anything that the crew should know.

{{agent name}}
{{brokerage name}}`,
  },
  {
    name: 'We could not reach you',
    subject: 'We tried to call you about your move',
    text: `Hello {{client first name}},

I tried to call you about your move from {{route}}. When is a good time to talk for five minutes?

{{agent name}}
{{brokerage name}}, {{brokerage phone}}`,
  },
];

/** What the agents of the demo often write to clients. */
export async function addDemoTemplates(tx: Tx, by: { accountId: string; name: string }, now: Date): Promise<void> {
  for (const template of TEMPLATES)
    await addMailTemplate(tx, template, { by, now: new Date(now.getTime() - 25 * DAY) });
}
