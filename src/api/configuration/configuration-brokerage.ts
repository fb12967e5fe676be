import { BROKERAGE_CHECKS, tidyBrokerage } from '#src/machines/settings/brokerage.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import type { createReader } from './configuration-reader.ts';

const demoBrokerage: Brokerage = {
  name: 'Evergreen Van Lines Brokerage LLC',
  address: '1200 Demo Avenue, Suite 400, Columbus, OH 43215',
  usdot: '3900001',
  mc: 'MC-1400001',
  phone: '+1 614 555 0142',
  email: 'office@demo.test',
  zone: 'America/New_York',
};

/** The setup asks for what is not given; dates need a time zone until then. */
const unknown: Brokerage = {
  name: '',
  address: '',
  usdot: '',
  mc: '',
  phone: '',
  email: '',
  zone: 'America/New_York',
};

/** The BROKERAGE_* variables: the initial settings. */
export function readBrokerage(read: ReturnType<typeof createReader>, demo: boolean): Brokerage {
  const value = (key: keyof Brokerage): string => {
    const name = `BROKERAGE_${key.toUpperCase()}`;
    const given = read.text(name);
    if (given === null) return (demo ? demoBrokerage : unknown)[key];
    const { isRight, says } = BROKERAGE_CHECKS[key];
    if (!isRight(given)) read.complain(`${name} ${says}, not "${given}".`);
    return given;
  };
  return tidyBrokerage({
    name: value('name'),
    address: value('address'),
    usdot: value('usdot'),
    mc: value('mc'),
    phone: value('phone'),
    email: value('email'),
    zone: value('zone'),
  });
}
