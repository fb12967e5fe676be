import { withPeriod } from '#src/machines/with-period.ts';
import { INVITATION_DAYS } from '#src/machines/team/team-member.lifecycle.ts';
import { letter } from '#src/api/mail/letter.ts';
import type { Letter } from '#src/api/mail/letter.ts';

/** Mails to the brokerage's own people. */

export function agentInvitationMail(given: { name: string; inviter: string; brokerage: string; url: string }): Letter {
  return letter({
    subject: `Your account at ${given.brokerage}`,
    greeting: `Hello ${given.name},`,
    paragraphs: [
      `${withPeriod(`${given.inviter} invites you to work as an agent of ${given.brokerage}`)} Choose a password, and you are signed in.`,
    ],
    button: { label: 'Choose a password', url: given.url },
    after: [`This link works for ${INVITATION_DAYS} days, and once.`, 'If you don’t know them, ignore this email.'],
  });
}

export function agentJoinedMail(given: { name: string; agent: string; url: string }): Letter {
  return letter({
    subject: `${given.agent} has joined`,
    greeting: `Hello ${given.name},`,
    paragraphs: [`${given.agent} has accepted your invitation and can sign in to the agent portal now.`],
    button: { label: 'Your team', url: given.url },
  });
}

export function agentDisabledMail(given: { name: string; brokerage: string }): Letter {
  return letter({
    subject: `Your account at ${given.brokerage} was disabled`,
    greeting: `Hello ${given.name},`,
    paragraphs: [`${given.brokerage} has disabled your account, and you were signed out everywhere.`],
  });
}
