import { isPlainAddress } from '#src/machines/account/mail-address.ts';

/** The licensed broker in whose name agreements, mails and documents are made. A field that was never given is empty. */
export interface Brokerage {
  readonly name: string;
  /** Postal address on one line; commercial mail must carry it (15 U.S.C. 7704(a)(5)). */
  readonly address: string;
  /** USDOT number, digits only. */
  readonly usdot: string;
  /** Docket number of the FMCSA, such as MC-123456; advertisements must show it (49 CFR 371.107). */
  readonly mc: string;
  readonly phone: string;
  readonly email: string;
  /** IANA time zone in which dates without a place are written, such as America/New_York. */
  readonly zone: string;
}

interface Check {
  readonly isRight: (value: string) => boolean;
  /** The rest of a sentence that begins with the name of the field. */
  readonly says: string;
}

const like = (pattern: RegExp, says: string): Check => ({ isRight: (value) => pattern.test(value), says });
const oneLine = like(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]{2,200}$/u, 'must be one line of 2 to 200 characters');

/** What each field may be: asked of environment variables, of the API, and by the form. */
export const BROKERAGE_CHECKS: Record<keyof Brokerage, Check> = {
  name: oneLine,
  address: oneLine,
  usdot: like(/^\d{1,8}$/, 'must be 1 to 8 digits'),
  mc: like(/^(MC|FF|MX)-?\d{1,8}$/, 'must look like MC-123456'),
  phone: like(/^\+?[\d ().-]{7,24}$/, 'must be a telephone number'),
  email: {
    isRight: (value) => isPlainAddress(value) && /@.+\../.test(value),
    says: 'must be one email address',
  },
  zone: { isRight: isTimeZone, says: 'must be a time zone such as America/New_York' },
};

export const BROKERAGE_FIELDS = Object.keys(BROKERAGE_CHECKS) as (keyof Brokerage)[];

/** What is called how on screens, in refusals and in the history. */
export const BROKERAGE_NAMES: Record<keyof Brokerage, string> = {
  name: 'Legal name',
  address: 'Postal address',
  usdot: 'USDOT number',
  mc: 'MC number',
  phone: 'Phone',
  email: 'Email',
  zone: 'Time zone',
};

/** What is still to be given before documents can be made in its name. */
export const missingOf = (brokerage: Brokerage): (keyof Brokerage)[] =>
  BROKERAGE_FIELDS.filter((field) => brokerage[field] === '');

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return zone !== '';
  } catch {
    return false;
  }
}
