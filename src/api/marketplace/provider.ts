import type { ApiParts } from '#src/api/parts.ts';
import { problem } from '#src/api/http/problem.ts';

/** The payment provider, if payments are open. @throws Problem 503 */
export function openShop(parts: Pick<ApiParts, 'payments'>): ApiParts['payments'] {
  if (parts.payments.isOff)
    throw problem(
      503,
      'Leads cannot be bought yet: payments are not open. Please tell us that you would like to buy.',
      { retryAfter: 3600 },
    );
  return parts.payments;
}
