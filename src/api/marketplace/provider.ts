import { showPhone } from '#src/machines/phone/phone.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { problem } from '#src/api/http/problem.ts';

/** The payment provider, if payments are open. @throws Problem 503 */
export function openShop(parts: Pick<ApiParts, 'payments' | 'brokerage'>): ApiParts['payments'] {
  if (parts.payments.isOff)
    throw problem(503, `You can’t buy leads online yet. Call ${showPhone(parts.brokerage.phone)}.`, {
      retryAfter: 3600,
    });
  return parts.payments;
}
