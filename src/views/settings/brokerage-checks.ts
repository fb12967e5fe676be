import {
  BROKERAGE_CHECKS,
  BROKERAGE_FIELDS,
  BROKERAGE_NAMES,
  type Brokerage,
} from '#src/machines/settings/brokerage.ts';

/** What is wrong, by field; of an untouched field the server need not be asked. */
export function wrongFields(values: Brokerage, isAsked: (field: keyof Brokerage) => boolean) {
  return Object.fromEntries(
    BROKERAGE_FIELDS.filter(isAsked).map((field) => {
      const { isRight, says } = BROKERAGE_CHECKS[field];
      return [field, !isRight(values[field]) && `${BROKERAGE_NAMES[field]} ${says}.`];
    }),
  ) as Record<keyof Brokerage, string | false>;
}
