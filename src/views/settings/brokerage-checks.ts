import { BROKERAGE_FIELDS, brokerageError, type Brokerage } from '#src/machines/settings/brokerage.ts';

/** The errors, by field; an untouched field need not be validated by the server. */
export function wrongFields(values: Brokerage, isAsked: (field: keyof Brokerage) => boolean) {
  return Object.fromEntries(
    BROKERAGE_FIELDS.filter(isAsked).map((field) => [field, brokerageError(field, values[field])]),
  ) as Record<keyof Brokerage, string | false>;
}
