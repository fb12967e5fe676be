import {
  type Platform as WirePlatform,
  RequestPasswordResetDocument,
  SendConfirmationDocument,
} from '#src/generated/graphql/graphql.ts';
import type { Platform } from '#src/machines/session/session.user.ts';
import { ask } from '#src/views/ui/ask.ts';
import { keepSentMail, type MailKind } from './sent-mail.ts';

/** A platform in GraphQL's spelling. */
export const wirePlatform = (platform: Platform) => platform.replace('-', '_') as WirePlatform;

const documents = { reset: RequestPasswordResetDocument, confirmation: SendConfirmationDocument };

/**
 * Requests an email, with the same response for every address, and remembers the recipient. Rejects with the shape that
 * `problemOf` reads.
 */
export async function sendMail(kind: MailKind, platform: Platform, email: string): Promise<void> {
  await ask<unknown, { platform: WirePlatform; email: string }>(documents[kind], {
    platform: wirePlatform(platform),
    email,
  });
  keepSentMail(kind, email);
}
