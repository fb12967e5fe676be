import { isPlainAddress } from '#src/machines/account/mail-address.ts';
import { isZone } from '#src/machines/calendar/zone.ts';
import { docketNumber } from '#src/machines/carrier/profile.ts';

/** The licensed broker in whose name agreements, emails, and documents are issued. Fields not given yet are empty. */
export interface Brokerage {
  readonly name: string;
  /** Postal address on one line; commercial email must include it (15 U.S.C. 7704(a)(5)). */
  readonly address: string;
  /** USDOT number, digits only. */
  readonly usdot: string;
  /** Docket number of the FMCSA, such as MC-123456; advertisements must show it (49 CFR 371.107). */
  readonly mc: string;
  readonly phone: string;
  readonly email: string;
  /** IANA time zone for dates without a place, such as America/New_York. */
  readonly zone: string;
}

interface Check {
  readonly isRight: (value: string) => boolean;
  /** The rest of a sentence that begins with the field's name. */
  readonly says: string;
  /** What a form says instead. */
  readonly asks?: string;
}

const like = (pattern: RegExp, says: string): Check => ({ isRight: (value) => pattern.test(value), says });
const oneLine = like(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]{2,200}$/u, 'must be one line of 2 to 200 characters');

/** Validation of each field, shared by environment variables, the API, and the form. */
export const BROKERAGE_CHECKS: Record<keyof Brokerage, Check> = {
  name: oneLine,
  address: oneLine,
  usdot: like(/^\d{1,8}$/, 'must be 1 to 8 digits'),
  mc: { isRight: (value) => docketNumber(value) !== null, says: 'must look like MC-123456' },
  phone: { ...like(/^\+?[\d ().-]{7,24}$/, 'must be a phone number'), asks: 'Enter a phone number.' },
  email: {
    isRight: (value) => isPlainAddress(value) && /@.+\../.test(value),
    says: 'must be one email address',
    asks: 'Enter one email address.',
  },
  zone: { isRight: isZone, says: 'must be a time zone such as America/New_York' },
};

export const BROKERAGE_FIELDS = Object.keys(BROKERAGE_CHECKS) as (keyof Brokerage)[];

/** Field names as used on screens, in refusals, and in the history. */
export const BROKERAGE_NAMES: Record<keyof Brokerage, string> = {
  name: 'Legal name',
  address: 'Postal address',
  usdot: 'USDOT number',
  mc: 'MC number',
  phone: 'Phone',
  email: 'Email',
  zone: 'Time zone',
};

/** Why a value cannot be saved, for whoever typed it; false if it can. */
export function brokerageError(field: keyof Brokerage, value: string): string | false {
  const { isRight, says, asks } = BROKERAGE_CHECKS[field];
  return !isRight(value) && (asks ?? `${BROKERAGE_NAMES[field]} ${says}.`);
}

/** Valid values as they are kept: numbers that people write in many ways look the same wherever they are shown. */
export function tidyBrokerage<Given extends Partial<Brokerage>>(given: Given): Given {
  return {
    ...given,
    ...(given.mc === undefined ? {} : { mc: docketNumber(given.mc) ?? given.mc }),
    ...(given.phone === undefined ? {} : { phone: tidyPhone(given.phone) }),
  };
}

/** "+1 303 555 0100" for a US number; foreign ones are unchanged. */
function tidyPhone(typed: string): string {
  const found = /^(?:\+?1)?([2-9]\d{2})(\d{3})(\d{4})$/.exec(typed.replaceAll(/[\s().-]/g, ''));
  return found ? `+1 ${found[1]} ${found[2]} ${found[3]}` : typed;
}

/** The fields still missing before documents can be issued in its name. */
export const missingOf = (brokerage: Brokerage): (keyof Brokerage)[] =>
  BROKERAGE_FIELDS.filter((field) => brokerage[field] === '');
