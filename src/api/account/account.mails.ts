import { showPhone } from '#src/machines/phone/phone.ts';
import { letter } from '#src/api/mail/letter.ts';
import type { Letter } from '#src/api/mail/letter.ts';

/** Mails about accounts: to verify a mailbox, to regain access, and about changes that the owner must know of. */

const NOT_YOU = 'If it wasn’t you, ignore this email. Nothing happens without the link.';

/** No name in the greeting: until the mailbox is verified, the name is only what someone typed. */
export function confirmMail(given: { name: string; company: string; url: string }): Letter {
  return letter({
    subject: 'Confirm your email',
    greeting: 'Hello,',
    paragraphs: ['Someone signed up with this address. If it was you, confirm it to sign in.'],
    facts: [
      ['Name', given.name],
      ['Company', given.company],
    ],
    button: { label: 'Confirm my email', url: given.url },
    after: ['This link works for 48 hours.', NOT_YOU],
  });
}

export function alreadyMail(given: { name: string; signInUrl: string; resetUrl: string }): Letter {
  return letter({
    subject: 'You already have an account',
    greeting: `Hello ${given.name},`,
    paragraphs: [
      'Someone has just signed up with this address, which has an account already. If it was you, sign in instead.',
    ],
    button: { label: 'Sign in', url: given.signInUrl },
    after: [
      `Forgot your password? Choose a new one here within the next hour: ${given.resetUrl}`,
      'If it wasn’t you, ignore this email. Your account hasn’t changed.',
    ],
  });
}

export function resetMail(given: { name: string; url: string }): Letter {
  return letter({
    subject: 'Choose a new password',
    greeting: `Hello ${given.name},`,
    paragraphs: ['Someone asked for a new password for your account. If it was you, choose one now.'],
    button: { label: 'Choose a new password', url: given.url },
    after: [
      'This link works for one hour, and once.',
      'If it wasn’t you, ignore this email. Your password stays the same.',
    ],
  });
}

export function passwordChangedMail(given: { name: string; resetUrl: string }): Letter {
  return letter({
    subject: 'Your password was changed',
    greeting: `Hello ${given.name},`,
    paragraphs: [
      'Your password was just changed, and your other devices were signed out. If it was you, there’s nothing to do.',
      'If it wasn’t you, choose a new password right away.',
    ],
    button: { label: 'Choose a new password', url: given.resetUrl },
  });
}

export function emailChangeMail(given: { name: string; url: string }): Letter {
  return letter({
    subject: 'Confirm your new email',
    greeting: `Hello ${given.name},`,
    paragraphs: ['Confirm this address to use it for your account. You’ll sign in with it from then on.'],
    button: { label: 'Use this email', url: given.url },
    after: ['This link works for two hours, and once.', NOT_YOU],
  });
}

/** To a mailbox that someone entered for their account although it belongs to another one. */
export function emailTakenMail(given: { signInUrl: string }): Letter {
  return letter({
    subject: 'This address already has an account',
    greeting: 'Hello,',
    paragraphs: ['Someone tried to use this address for their account. It already has one, so nothing was changed.'],
    button: { label: 'Sign in', url: given.signInUrl },
    after: ['If it wasn’t you, ignore this email.'],
  });
}

export function emailChangeAskedMail(given: { name: string; newEmail: string; resetUrl: string }): Letter {
  return letter({
    subject: 'Email change requested',
    greeting: `Hello ${given.name},`,
    paragraphs: [
      'Someone with your password asked to change your account’s email. It stays the same until the new address is confirmed.',
    ],
    facts: [['New email', given.newEmail]],
    button: { label: 'It wasn’t me: choose a new password', url: given.resetUrl },
    after: ['A new password cancels the request.'],
  });
}

export function emailChangedMail(given: { name: string; newEmail: string; phone: string }): Letter {
  return letter({
    subject: 'Your email was changed',
    greeting: `Hello ${given.name},`,
    paragraphs: ['Your account has a new email. Use it to sign in from now on. Your other devices were signed out.'],
    facts: [['New email', given.newEmail]],
    after: [`If it wasn’t you, call us: ${showPhone(given.phone)}.`],
  });
}

export function invitationMail(given: { name: string; inviter: string; business: string; url: string }): Letter {
  return letter({
    subject: `${given.inviter} invites you to work with ${given.business}`,
    greeting: `Hello ${given.name},`,
    paragraphs: [
      `${given.inviter} of ${given.business} would like you to work on their leads as an assistant, with your own sign-in.`,
    ],
    button: { label: 'Accept and choose a password', url: given.url },
    after: ['This link works once, for two weeks.', 'If you don’t know them, ignore this email.'],
  });
}

/** An address with an account of its own cannot also be an assistant's; only its owner is notified. */
export function invitedWithAccountMail(given: { name: string; inviter: string; business: string }): Letter {
  return letter({
    subject: `${given.inviter} has invited you, but you have an account`,
    greeting: `Hello ${given.name},`,
    paragraphs: [
      `${given.inviter} of ${given.business} would like you to work with them here. This address already has an account of its own, so it cannot join theirs.`,
      'If you want to accept, ask them to invite another address of yours.',
    ],
  });
}

export function joinedMail(given: { name: string; assistant: string; url: string }): Letter {
  return letter({
    subject: `${given.assistant} has joined`,
    greeting: `Hello ${given.name},`,
    paragraphs: [`${given.assistant} accepted your invitation and can now work on your leads.`],
    button: { label: 'Your assistants', url: given.url },
  });
}

export function accessEndedMail(given: { name: string; business: string }): Letter {
  return letter({
    subject: `Your access to ${given.business} has ended`,
    greeting: `Hello ${given.name},`,
    paragraphs: [
      `${given.business} has ended your access to their leads. Your account is closed, and you were signed out.`,
    ],
  });
}
