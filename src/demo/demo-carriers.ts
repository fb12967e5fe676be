import { addDays } from '#src/machines/calendar/days.ts';
import type { PricingRow } from '#src/machines/carrier/pricing-sheet.ts';
import { fold } from '#src/api/agent-lead/agent-lead.fields.ts';
import { SAMPLES } from '#src/api/carrier-register/register-samples.ts';
import { placeOfZip } from '#src/api/place/places.ts';
import { createChance } from './chance.ts';
import type { Chance } from './chance.ts';
import type { DemoAccount } from './demo-accounts.ts';
import type { DemoFile } from './demo-files.ts';
import { AREA_CODES, STREETS } from './demo-places.ts';
import { FIRST_NAMES, LAST_NAMES } from './demo-words.ts';
import type { RowOf } from '#src/api/database/tables.ts';
import { DAY, HOUR } from '#src/machines/calendar/durations.ts';
import { licensesOf, certificates, licenseCopies } from './demo-carrier-papers.ts';

export interface DemoCarrier {
  row: RowOf<'carrier'>;
  policies: RowOf<'insurance_policy'>[];
  /** When it signs its agreement with the brokerage. */
  joins: Date | null;
}

/** Legal name, ZIP of the yard, states served besides its own. The first three belong to the demo accounts. */
const CARRIERS: [string, string, string][] = [
  ['Buckeye & Sons Moving LLC', '43215', 'IN KY MI PA WV IL NY'],
  ['Blue Mesa Moving & Storage Inc.', '80202', 'NM UT WY KS NE TX AZ'],
  ['Lund Family Movers LLC', '55408', 'WI IA ND SD'],
  ['Chesapeake Van & Storage Co.', '21201', 'VA DC PA DE NJ NC'],
  ['Lone Star Household Carriers Inc.', '75204', 'OK LA AR NM CO'],
  ['Golden Gate Relocation LLC', '94110', 'NV OR WA AZ'],
  ['Peachtree Moving Group Inc.', '30307', 'FL SC NC TN AL'],
  ['Green Mountain Movers LLC', '05401', 'NH ME MA NY'],
  ['Great Lakes Van Service Inc.', '48201', 'OH IN IL WI'],
  ['Cascade Range Movers Inc.', '98103', 'OR ID MT CA'],
  ['Bay Colony Moving Co.', '02139', 'RI CT NH NY ME'],
  ['Sunshine State Van Lines LLC', '33131', 'GA SC AL NC'],
  ['Prairie Wind Transport Inc.', '68102', 'IA KS SD CO MO'],
  ['Music City Movers LLC', '37203', 'KY GA AL VA NC'],
  ['Desert Bloom Moving LLC', '85004', 'NV NM CA UT'],
  ['Hudson Valley Carriers Inc.', '10025', 'NJ CT PA MA'],
  ['Windy City Moving & Storage Inc.', '60614', 'IN WI MI IA MO OH'],
  ['Alamo Heights Movers Inc.', '78205', 'LA OK NM'],
  ['Tidewater Household Movers LLC', '23220', 'NC MD DC WV SC'],
  ['Rose City Van Lines LLC', '97202', 'WA CA ID NV'],
  ['Old Dominion Relocation Inc.', '22203', 'MD DC NC PA'],
  ['Gateway Arch Movers LLC', '63103', 'IL KS AR TN KY'],
  ['Silver State Moving Co.', '89101', 'CA AZ UT'],
  ['Steel Valley Transfer Inc.', '15213', 'OH WV NY MD'],
  ['Crescent City Carriers LLC', '70115', 'MS AL TX FL'],
  ['Twin Cities Relocation Inc.', '55408', 'WI IA ND IL'],
  ['Carolina Pine Movers LLC', '28203', 'SC GA VA TN'],
  ['Beehive Moving & Storage Inc.', '84101', 'ID WY NV CO'],
  ['Pacific Shore Movers Inc.', '92101', 'AZ NV OR'],
  ['Bluegrass Van Company LLC', '40202', 'IN OH TN WV'],
  ['Big Sky Household Moving LLC', '59801', 'ID WY ND WA'],
  ['Hoosier Hauling & Moving Inc.', '46204', 'IL OH KY MI'],
  ['Garden State Relocation LLC', '07030', 'NY PA CT DE MD'],
  ['Sooner Moving Services Inc.', '73102', 'TX KS AR'],
  ['Casco Bay Movers Inc.', '04101', 'NH MA VT'],
  ['Magnolia Moving Company', '38103', 'MS AR AL KY GA'],
  ['Capital Region Van Lines Inc.', '12207', 'VT MA CT NJ'],
  ['Valley of the Sun Carriers LLC', '85701', 'CA NM NV TX'],
  ['First Coast Moving LLC', '32204', 'GA SC NC AL'],
  ['Inland Northwest Transfer Co.', '99201', 'ID MT OR'],
];

/** The register has the same number of entries, in the same order; where it differs, agents can see the difference. */
const REGISTERED = Object.keys(SAMPLES);

const EQUIPMENT = [
  '26 ft box truck',
  '53 ft moving van',
  '24 ft straight truck',
  'Liftgate',
  'Shuttle truck',
  'Piano boards',
  'Air-ride suspension',
] as const;

const INSURERS = [
  'Keystone Mutual',
  'Harbor Casualty',
  'Summit Commercial',
  'Prairie States Insurance',
  'Atlantic Transport Underwriters',
] as const;

const MILES: [number, number][] = [
  [0, 100],
  [100, 500],
  [500, 1200],
  [1200, 3500],
];

const POUNDS: [number, number][] = [
  [0, 4000],
  [4000, 8000],
  [8000, 24_000],
];

/** Carriers with special compliance states; every other one is compliant for months. */
const STANDING: Record<number, { ends?: number; ended?: string; authority?: 'pending'; isNew?: true }> = {
  2: { isNew: true },
  8: { ends: 6, ended: 'cargo' },
  13: { ends: 12, ended: 'cargo' },
  19: { ends: 27, ended: 'liability' },
  24: { ends: -9, ended: 'cargo' },
  30: { authority: 'pending' },
  35: { ends: -3, ended: 'liability' },
};

/** Licenses and files have their own seed, so that they do not affect other random values. */
const PAPERS_SEED = 77;

/** What a carrier that has just signed up has not given yet; only the broker can confirm its authority. */
const UNTOLD = {
  docket_number: null,
  address: '',
  city: '',
  state: '',
  zip: '',
  lat: 0,
  lng: 0,
  authority: 'pending',
  licenses: [],
  equipment: [],
  service_states: [],
  pricing_sheet: [],
} satisfies Partial<RowOf<'carrier'>>;

export interface CarrierAccounts {
  /** In the order of the carriers above. */
  known: DemoAccount[];
  emails: string[];
}

type CarrierAccount = Omit<RowOf<'account'>, 'password_hash'>;

/** Forty carriers across the country, accounts for those without a demo sign-in, and their papers. */
export function makeCarriers(
  chance: Chance,
  now: Date,
  today: string,
  given: CarrierAccounts,
): { carriers: DemoCarrier[]; accounts: CarrierAccount[]; files: DemoFile[] } {
  const accounts: CarrierAccount[] = [];
  const papers = createChance(PAPERS_SEED);
  const carriers = CARRIERS.map(([name, zip, served], index): DemoCarrier => {
    const created = new Date(now.getTime() - chance.between(240, 900) * DAY);
    const slug = name
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .split('-')
      .slice(0, 2)
      .join('-');
    const email = given.emails[index] ?? `dispatch@${slug}.example`;
    const known = given.known[index];
    const account = known ?? { id: chance.id(created), name: `${chance.pick(FIRST_NAMES)} ${chance.pick(LAST_NAMES)}` };
    if (!known) accounts.push(accountOf(account, email, created));
    const carrier = makeCarrier(chance, {
      name,
      zip,
      served: served.split(' '),
      index,
      created,
      account,
      email,
      today,
    });
    const { row } = carrier;
    if (STANDING[index]?.isNew) {
      const yesterday = new Date(now.getTime() - DAY).toISOString();
      return {
        row: {
          ...row,
          ...UNTOLD,
          search_text: fold([name, row.usdot, account.name, email].join(' ')),
          created_at: yesterday,
        },
        policies: [],
        joins: null,
      };
    }
    return { ...carrier, row: { ...row, licenses: licensesOf(papers, row, created) } };
  });
  const files = carriers.flatMap((carrier) => [
    ...certificates(papers, carrier),
    ...licenseCopies(papers, carrier.row),
  ]);
  return { carriers, accounts, files };
}

function accountOf(account: DemoAccount, email: string, created: Date): CarrierAccount {
  const at = created.toISOString();
  return {
    id: account.id,
    role: 'carrier',
    email,
    name: account.name,
    phone: null,
    avatar_file_id: null,
    email_verified_at: at,
    sessions_valid_from: at,
    disabled_at: null,
    last_signed_in_at: null,
    rights: [],
    business_id: null,
    email_on_new_lead: true,
    email_on_subscription_cancellation: true,
    version: 1,
    created_at: at,
  };
}

function makeCarrier(
  chance: Chance,
  given: {
    name: string;
    zip: string;
    served: string[];
    index: number;
    created: Date;
    account: DemoAccount;
    email: string;
    today: string;
  },
): DemoCarrier {
  const { name, zip, index, created, account, email } = given;
  const place = placeOfZip(zip)!;
  const standing = STANDING[index] ?? {};
  const id = chance.id(created);
  // Drawn for all of them, so that later random values stay the same.
  const drawn = String(1_400_000 + index * 37_411 + chance.between(0, 9000));
  const usdot = REGISTERED[index] ?? drawn;
  const docket = chance.hits(0.9) ? `MC-${420_000 + index * 9731 + chance.between(0, 900)}` : null;
  const row: DemoCarrier['row'] = {
    id,
    account_id: account.id,
    legal_name: name,
    usdot,
    docket_number: docket,
    contact_name: account.name,
    email,
    phone: `+1${AREA_CODES[place.state] ?? '614'}55501${String((index * 7) % 100).padStart(2, '0')}`,
    address: `${chance.between(10, 4900)} ${chance.pick(STREETS)}`,
    city: place.city,
    state: place.state,
    zip,
    // A yard is not at the center of its ZIP area, and two carriers of one city are not at the same point.
    lat: Math.round((place.lat + (chance.fraction() - 0.5) * 0.06) * 10_000) / 10_000,
    lng: Math.round((place.lng + (chance.fraction() - 0.5) * 0.06) * 10_000) / 10_000,
    compliant_days: '{}',
    compliance_version: 0,
    authority: standing.authority ?? 'active',
    agreement_signed_at: null,
    licenses: [],
    equipment: chance.some(EQUIPMENT, chance.between(2, 4)),
    service_states: [place.state, ...given.served],
    price_ratio: chance.pick([0.9, 0.95, 1, 1, 1, 1.05, 1.1]),
    pricing_sheet: sheet(chance),
    search_text: fold(
      [name, usdot, docket, account.name, email, place.city, place.state, zip].filter(Boolean).join(' '),
    ),
    version: 1,
    created_at: created.toISOString(),
  };
  const policies = (['liability', 'cargo'] as const).map((kind) => {
    // All policies began well before the first lead of the demo, so that carriers were compliant when they bid.
    const ends = standing.ended === kind ? standing.ends! : chance.between(70, 150);
    const expiration = addDays(given.today, ends);
    return {
      id: chance.id(created),
      carrier_id: id,
      kind,
      insurer: chance.pick(INSURERS),
      policy_number: `${kind === 'cargo' ? 'CG' : 'AL'}-${chance.between(100_000, 999_999)}`,
      limit_cents: kind === 'cargo' ? chance.pick([100_000_00, 150_000_00, 250_000_00]) : 750_000_00,
      effective: addDays(expiration, -365),
      expiration,
      file_id: null,
      reminded_days: null,
      created_at: created.toISOString(),
    };
  });
  return { row, policies, joins: standing.isNew ? null : new Date(created.getTime() + 2 * DAY + 3 * HOUR) };
}

/** Four distance bands by three weight bands. */
function sheet(chance: Chance): PricingRow[] {
  const level = 0.9 + chance.fraction() * 0.25;
  return MILES.flatMap(([miles_from, miles_to], far) =>
    POUNDS.map(([lb_from, lb_to], heavy) => {
      const rate = [2600, 3700, 4900, 6800][far]! * [1.15, 1, 0.92][heavy]! * level;
      const rounded = Math.round(rate / 25) * 25;
      return {
        miles_from,
        miles_to,
        lb_from,
        lb_to,
        rate_per_cwt: rounded,
        minimum: Math.round((rounded * [18, 42, 80][heavy]!) / 1000) * 1000,
      };
    }),
  );
}
