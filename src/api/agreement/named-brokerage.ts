import { BROKERAGE_NAMES, missingOf } from '#src/machines/settings/brokerage.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import { problem } from '#src/api/http/problem.ts';
import type { ApiParts } from '#src/api/parts.ts';

/** The brokerage, if everything that an agreement names is known. @throws Problem 409 with what is missing */
export function namedBrokerage(parts: Pick<ApiParts, 'brokerage'>): Brokerage {
  const missing = missingOf(parts.brokerage).map((field) => BROKERAGE_NAMES[field]);
  if (missing.length > 0) {
    throw problem(
      409,
      `No agreement can be made yet: the settings of the brokerage lack ${missing.join(', ')}. An agent who may change them enters it under Brokerage.`,
      { unmet: missing },
    );
  }
  return parts.brokerage;
}
