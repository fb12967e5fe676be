import {
  BROKERAGE_CHECKS,
  BROKERAGE_FIELDS,
  BROKERAGE_NAMES,
  type Brokerage,
} from '#src/machines/settings/brokerage.ts';

/** The errors, by field; an untouched field need not be validated by the server. */
export function wrongFields(values: Brokerage, isAsked: (field: keyof Brokerage) => boolean) {
  return Object.fromEntries(
    BROKERAGE_FIELDS.filter(isAsked).map((field) => {
      const { isRight, says } = BROKERAGE_CHECKS[field];
      return [field, !isRight(values[field]) && `${BROKERAGE_NAMES[field]} ${says}.`];
    }),
  ) as Record<keyof Brokerage, string | false>;
}
