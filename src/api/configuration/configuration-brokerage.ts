import type { createReader } from './configuration-reader.ts';

/** The licensed broker in whose name agreements, mails and documents are made. */
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

const demoBrokerage: Brokerage = {
  name: 'Evergreen Van Lines Brokerage LLC',
  address: '1200 Demo Avenue, Suite 400, Columbus, OH 43215',
  usdot: '3900001',
  mc: 'MC-1400001',
  phone: '+1 614 555 0142',
  email: 'office@demo.test',
  zone: 'America/New_York',
};

type Check = { readonly pattern: RegExp; readonly says: string };

const oneLine: Check = { pattern: /^[^\p{Cc}]{2,200}$/u, says: 'must be one line of 2 to 200 characters' };

const checks: Record<Exclude<keyof Brokerage, 'zone'>, Check> = {
  name: oneLine,
  address: oneLine,
  usdot: { pattern: /^\d{1,8}$/, says: 'must be 1 to 8 digits' },
  mc: { pattern: /^(MC|FF|MX)-?\d{1,8}$/, says: 'must look like MC-123456' },
  phone: { pattern: /^\+?[\d ().-]{7,24}$/, says: 'must be a telephone number' },
  email: { pattern: /^[^\s@<>,;:"]+@[^\s@<>,;:"]+\.[^\s@<>,;:"]+$/, says: 'must be one e-mail address' },
};

/** The BROKERAGE_* variables. Only a demo may go without them. */
export function readBrokerage(read: ReturnType<typeof createReader>, demo: boolean): Brokerage {
  const value = (key: keyof Brokerage): string => {
    const name = `BROKERAGE_${key.toUpperCase()}`;
    const given = read.text(name);
    if (given === null) {
      if (!demo) read.missing(name, 'agreements and mails carry it');
      return demoBrokerage[key];
    }
    if (key === 'zone') {
      if (!isTimeZone(given)) read.complain(`${name} must be a time zone such as America/New_York, not "${given}".`);
    } else if (!checks[key].pattern.test(given)) {
      read.complain(`${name} ${checks[key].says}, not "${given}".`);
    }
    return given;
  };
  return {
    name: value('name'),
    address: value('address'),
    usdot: value('usdot'),
    mc: value('mc'),
    phone: value('phone'),
    email: value('email'),
    zone: value('zone'),
  };
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
