import type { RegisterEntry } from '#src/machines/carrier/register.ts';

const sample = (
  legalName: string,
  city: string,
  state: string,
  besides: Partial<RegisterEntry> = {},
): RegisterEntry => ({
  legalName,
  doingBusinessAs: null,
  city,
  state,
  mayOperate: true,
  authority: 'active',
  liability: 75_000_000,
  cargo: null,
  ...besides,
});

/** The embedded register, by USDOT number: the demo's carriers, some with data that differs from their own. */
export const SAMPLES: Readonly<Record<string, RegisterEntry>> = {
  1401752: sample('BUCKEYE AND SONS MOVING LLC', 'COLUMBUS', 'OH'),
  1440237: sample('BLUE MESA MOVING AND STORAGE INC', 'DENVER', 'CO', { cargo: 10_000_000 }),
  1479956: sample('LUND BROTHERS TRUCKING LLC', 'DULUTH', 'MN', { doingBusinessAs: 'LUND FREIGHT' }),
  1514641: sample('CHESAPEAKE VAN & STORAGE CO', 'BALTIMORE', 'MD'),
  1552214: sample('LONE STAR HOUSEHOLD CARRIERS INC', 'DALLAS', 'TX'),
  1589054: sample('GOLDEN GATE RELOCATION LLC', 'SAN FRANCISCO', 'CA'),
  1631075: sample('PEACHTREE MOVING GROUP INC', 'ATLANTA', 'GA', { authority: 'inactive' }),
  1663775: sample('GREEN MOUNTAIN MOVERS LLC', 'BURLINGTON', 'VT'),
  1702538: sample('GREAT LAKES VAN SERVICE INC', 'DETROIT', 'MI', { liability: 30_000_000 }),
  1740436: sample('CASCADE RANGE MOVERS INC', 'SEATTLE', 'WA'),
};
