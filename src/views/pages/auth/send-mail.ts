import {
  type Platform as WirePlatform,
  RequestPasswordResetDocument,
  SendConfirmationDocument,
} from '#src/generated/graphql/graphql.ts';
import type { Platform } from '#src/machines/session/session.user.ts';
import { ask } from '#src/views/ui/ask.ts';
import { keepSentMail, type MailKind } from './sent-mail.ts';

/** A platform as GraphQL spells it. */
export const wirePlatform = (platform: Platform) => platform.replace('-', '_') as WirePlatform;

const documents = { reset: RequestPasswordResetDocument, confirmation: SendConfirmationDocument };

/** Asks for a mail, whose answer is the same for every address, and keeps whom it went to. Rejects as `problemOf` reads. */
export async function sendMail(kind: MailKind, platform: Platform, email: string): Promise<void> {
  await ask<unknown, { platform: WirePlatform; email: string }>(documents[kind], {
    platform: wirePlatform(platform),
    email,
  });
  keepSentMail(kind, email);
}
