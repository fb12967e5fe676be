import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClientAddress } from '#src/api/http/client-address.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { write } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { createRequestLimits } from '#src/api/session/request-limits.ts';

/** Longer than any of these calls takes, so that one mail more or less does not affect the response time. */
const EVEN_MILLISECONDS = 400;

/**
 * Responds to a guest who names an address: always 202 with no body, after the same time, whether or not the address is
 * known and a mail was sent. Requests per caller are limited; each mailbox gets a limited number of mails of a kind per
 * hour, and further ones are silently dropped.
 */
export function createGuestAnswer(parts: ApiParts) {
  const limits = createRequestLimits(parts.database);
  const clientAddress = createClientAddress(parts.sessionSecret);

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    given: { kind: string; email: string; change: (tx: Tx) => Promise<void>; prepare?: () => Promise<void> },
  ): Promise<Record<string, never>> => {
    const address = clientAddress(request);
    await limits.guest(address);
    void reply.code(202);
    const work = async (): Promise<void> => {
      await given.prepare?.();
      const mayMail = await limits.mailbox(given.kind, given.email);
      await write(parts.database, request, reply, `guest:${address}`, async (tx) => {
        if (mayMail) await given.change(tx);
        return {};
      });
    };
    await Promise.all([work(), sleep(EVEN_MILLISECONDS)]);
    return {};
  };
}
