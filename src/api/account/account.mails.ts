import { letter } from '#src/api/mail/letter.ts';
import type { Letter } from '#src/api/mail/letter.ts';

/** Letters about accounts: to prove a mailbox, to get back in, and to tell of changes that the owner must hear of. */

const NOT_YOU = 'If it was not you, do nothing: without the link, nothing happens.';

/** Nothing in the greeting: until the mailbox is proven, the name is only what somebody typed. */
export function confirmMail(given: { name: string; company: string; url: string }): Letter {
  return letter({
    subject: 'Confirm your e-mail',
    greeting: 'Hello,',
    paragraphs: ['Somebody has signed up with this address. If it was you, confirm it, and you can sign in.'],
    facts: [
      ['Name', given.name],
      ['Company', given.company],
    ],
    button: { label: 'Confirm my e-mail', url: given.url },
    after: ['This link works for 48 hours.', NOT_YOU],
  });
}

export function alreadyMail(given: { name: string; signInUrl: string; resetUrl: string }): Letter {
  return letter({
    subject: 'You already have an account',
    greeting: `Hello ${given.name},`,
    paragraphs: [
      'Somebody has just signed up with this address, which has an account already. If it was you, sign in instead.',
    ],
    button: { label: 'Sign in', url: given.signInUrl },
    after: [
      `Forgotten your password? Within the next hour you can choose a new one here: ${given.resetUrl}`,
      'If it was not you, do nothing: your account is as it was.',
    ],
  });
}

export function resetMail(given: { name: string; url: string }): Letter {
  return letter({
    subject: 'Choose a new password',
    greeting: `Hello ${given.name},`,
    paragraphs: ['Somebody has asked for a new password for your account. If it was you, choose one now.'],
    button: { label: 'Choose a new password', url: given.url },
    after: ['This link works for one hour, and once.', 'If it was not you, do nothing: your password stays as it is.'],
  });
}

export function passwordChangedMail(given: { name: string; resetUrl: string }): Letter {
  return letter({
    subject: 'Your password was changed',
    greeting: `Hello ${given.name},`,
    paragraphs: [
      'The password of your account was changed just now, and other devices were signed out. If it was you, there is nothing to do.',
      'If it was not you, choose a new password at once.',
    ],
    button: { label: 'Choose a new password', url: given.resetUrl },
  });
}

export function emailChangeMail(given: { name: string; url: string }): Letter {
  return letter({
    subject: 'Confirm your new e-mail',
    greeting: `Hello ${given.name},`,
    paragraphs: ['This is to become the e-mail of your account. Confirm it, and you sign in with it from then on.'],
    button: { label: 'Use this e-mail', url: given.url },
    after: ['This link works for two hours, and once.', NOT_YOU],
  });
}

/** To a mailbox that somebody wants for their account although it belongs to another one. */
export function emailTakenMail(given: { signInUrl: string }): Letter {
  return letter({
    subject: 'This address already has an account',
    greeting: 'Hello,',
    paragraphs: [
      'Somebody wanted to use this address for their account. It has an account already, so nothing was changed.',
    ],
    button: { label: 'Sign in', url: given.signInUrl },
    after: ['If it was not you, there is nothing to do.'],
  });
}

export function emailChangeAskedMail(given: { name: string; newEmail: string; resetUrl: string }): Letter {
  return letter({
    subject: 'A new e-mail was asked for',
    greeting: `Hello ${given.name},`,
    paragraphs: [
      'Somebody who knows your password wants another e-mail for your account. It stays as it is until the new mailbox has confirmed it.',
    ],
    facts: [['New e-mail', given.newEmail]],
    button: { label: 'It was not me: choose a new password', url: given.resetUrl },
    after: ['With a new password, the request ends.'],
  });
}

export function emailChangedMail(given: { name: string; newEmail: string; phone: string }): Letter {
  return letter({
    subject: 'Your e-mail was changed',
    greeting: `Hello ${given.name},`,
    paragraphs: ['Your account has a new e-mail, with which you sign in from now on. Other devices were signed out.'],
    facts: [['New e-mail', given.newEmail]],
    after: [`If it was not you, call us: ${given.phone}.`],
  });
}

export function invitationMail(given: { name: string; inviter: string; business: string; url: string }): Letter {
  return letter({
    subject: `${given.inviter} invites you to work with ${given.business}`,
    greeting: `Hello ${given.name},`,
    paragraphs: [
      `${given.inviter} of ${given.business} would like you to work on their leads here, as an assistant with a sign-in of your own.`,
    ],
    button: { label: 'Accept and choose a password', url: given.url },
    after: ['This link works for two weeks, and once.', 'If you do not know them, do nothing.'],
  });
}

/** An address with an account of its own cannot be an assistant's, too; only its owner is told. */
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
    paragraphs: [`${given.assistant} has accepted your invitation and can work on your leads now.`],
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
