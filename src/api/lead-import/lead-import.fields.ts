import { US_STATES } from '#src/machines/place/us-states.ts';
import { newLeadFields } from '#src/api/agent-lead/agent-lead.fields.ts';
import type { LeadFields } from '#src/api/agent-lead/agent-lead.fields.ts';
import { CreateLeadBody } from '#src/api/agent-lead/agent-lead.schemas.ts';
import type { CreateLead } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { checkedBody } from '#src/api/http/multipart.ts';
import { Problem } from '#src/api/http/problem.ts';
import { extensionNote, readPhone, splitExtension } from '#src/machines/phone/read-phone.ts';
import { placeOfZip } from '#src/api/place/places.ts';

/** The fields that a column of an imported file can map to, with the headers by which they are guessed. */
const HEADERS = {
  name: ['name', 'client', 'client name', 'customer', 'customer name', 'full name', 'contact'],
  email: ['email', 'e mail', 'email address', 'mail'],
  phone: ['phone', 'phone number', 'telephone', 'tel', 'mobile', 'cell', 'cell phone'],
  'from-address': ['from address', 'origin address', 'pickup address', 'moving from address'],
  'from-zip': ['from zip', 'origin zip', 'pickup zip', 'zip from', 'moving from zip'],
  'from-city': ['from city', 'origin city', 'pickup city', 'moving from city', 'origin', 'from', 'moving from'],
  'from-state': ['from state', 'origin state', 'pickup state', 'moving from state'],
  'to-address': ['to address', 'destination address', 'delivery address', 'dropoff address', 'moving to address'],
  'to-zip': ['to zip', 'destination zip', 'delivery zip', 'dropoff zip', 'zip to', 'moving to zip'],
  'to-city': [
    'to city',
    'destination city',
    'delivery city',
    'dropoff city',
    'moving to city',
    'destination',
    'to',
    'moving to',
  ],
  'to-state': ['to state', 'destination state', 'delivery state', 'dropoff state', 'moving to state'],
  'move-date': [
    'move date',
    'moving date',
    'date',
    'pickup date',
    'date of move',
    'earliest',
    'moving',
    'moving on',
    'when',
  ],
  'move-date-last': ['move date last', 'latest', 'last date', 'move date to', 'latest pickup date'],
  'move-size': ['move size', 'size', 'home size', 'bedrooms', 'rooms'],
  'special-items': ['special items', 'specialty items'],
  notes: ['notes', 'note', 'comment', 'comments', 'remarks', 'message'],
} as const;

export type ImportField = keyof typeof HEADERS;
export const IMPORT_FIELDS = Object.keys(HEADERS) as ImportField[];
/** The field of each column, in order; null for ignored columns. */
export type ColumnMapping = (ImportField | null)[];

/** "Pick-up ZIP Code", "pickup_zip", and "PickupZip" are the same header. */
const plain = (header: string): string =>
  header
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .replaceAll('pick up', 'pickup')
    .replaceAll('drop off', 'dropoff')
    .replaceAll(/zip ?code|postal code/g, 'zip')
    .trim();

/** The probable fields of the columns, judging by their headers; no field twice. */
export function guessed(headers: readonly string[]): ColumnMapping {
  const taken = new Set<ImportField>();
  return headers.map((header) => {
    const field = IMPORT_FIELDS.find(
      (one) => !taken.has(one) && (HEADERS[one] as readonly string[]).includes(plain(header)),
    );
    if (field) taken.add(field);
    return field ?? null;
  });
}

export interface CellProblem {
  field: ImportField | null;
  message: string;
}
export type JudgedRow =
  | { lead: CreateLead; fields: LeadFields; problems: null }
  | { lead: null; fields: null; problems: CellProblem[] };

const ANYWHERE = { zip: '10001', city: 'New York', state: 'NY' } as const;

/** The lead that a row describes, or everything that is wrong with it, by the same rules as the lead form. */
export function leadOfRow(cells: readonly string[], mapping: ColumnMapping, today: string): JudgedRow {
  const said = (field: ImportField): string | undefined => cells[mapping.indexOf(field)]?.trim() || undefined;
  const problems: CellProblem[] = [];
  const day = (field: 'move-date' | 'move-date-last'): string | undefined => {
    const text = said(field);
    const date = text === undefined ? undefined : dayOf(text);
    if (date === null) problems.push({ field, message: `“${text}” is not a date such as 2026-12-04 or 12/4/2026.` });
    return date ?? undefined;
  };
  const earliest = day('move-date');
  const latest = day('move-date-last');
  const end = (side: 'from' | 'to') => {
    const whole = placeIn(said(`${side}-city`));
    const zip = zipOf(said(`${side}-zip`)) ?? whole.zip;
    const found = zip === undefined ? undefined : placeOfZip(zip);
    const city = whole.city ?? found?.city;
    const state = stateOf(said(`${side}-state`)) ?? whole.state ?? found?.state;
    const address = said(`${side}-address`) ?? null;
    if (city && state) return { zip: zip ?? null, city, state, address };
    // If the file only has a city column, the error belongs to that column.
    const field = mapping.includes(`${side}-zip`) ? (`${side}-zip` as const) : (`${side}-city` as const);
    const message = zip ? `There is no ZIP code ${zip}.` : 'Enter a ZIP code, or a city and its state.';
    problems.push({ field, message });
    // A placeholder, so that the rest of the row is validated, too.
    return { ...ANYWHERE, address };
  };
  const phone = splitExtension(said('phone') ?? '');
  const notes = [said('notes'), phone.extension && extensionNote(phone.extension)].filter(Boolean).join('\n');
  const given = {
    source: 'Import',
    client: { name: said('name') ?? '', email: said('email') ?? null, phone: readPhone(phone.number) || null },
    stops: [
      { role: 'pick-up', ...end('from'), earliest: earliest ?? null, latest: latest ?? null },
      { role: 'drop-off', ...end('to') },
    ],
    ...(said('move-size') ? { move_size: said('move-size') } : {}),
    ...(said('special-items') ? { special_items: said('special-items') } : {}),
    ...(notes ? { notes } : {}),
  };
  if (!said('name')) problems.push({ field: 'name', message: 'Enter the client’s name.' });
  const named = problems.map(({ field }) => field);
  try {
    const lead = checkedBody(CreateLeadBody, given);
    const fields = newLeadFields(lead, today);
    if (problems.length === 0) return { lead, fields, problems: null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    problems.push(...problemsOf(error).filter(({ field }) => !named.includes(field)));
  }
  return { lead: null, fields: null, problems };
}

/** The problems, by the column that they concern. */
export function problemsOf({ detail, extras }: Problem): CellProblem[] {
  const errors = extras.errors ?? [];
  if (errors.length === 0) return [{ field: null, message: detail }];
  return errors.map(({ field, message }) => ({ field: columnOf(field), message }));
}

function columnOf(path: string): ImportField | null {
  const [, end, name = ''] = /^stops\/([01])\/(\w+)$/.exec(path) ?? [];
  if (end === undefined) {
    const field = path.replace(/^client\//, '').replaceAll('_', '-');
    return IMPORT_FIELDS.find((one) => one === field) ?? null;
  }
  if (name === 'earliest') return 'move-date';
  if (name === 'latest') return 'move-date-last';
  const field = `${end === '0' ? 'from' : 'to'}-${name}`;
  return IMPORT_FIELDS.find((one) => one === field) ?? null;
}

/** Spreadsheets drop a ZIP code's leading zero; the last four digits are ignored. */
function zipOf(text: string | undefined): string | undefined {
  const digits = /^(\d{4,5})(-\d{4})?$/.exec(text ?? '')?.[1];
  return digits === undefined ? text : digits.padStart(5, '0');
}

const LETTERS = new Map(Object.entries(US_STATES).map(([letters, name]) => [name.toLowerCase(), letters]));
const stateOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : (LETTERS.get(text.toLowerCase()) ?? text.toUpperCase());

/**
 * "Austin", "Austin, TX", "Austin TX", "Austin, Texas 78701" or "78701". Without a comma, only a two-letter code counts
 * as a state: "Port Washington" is a city.
 */
function placeIn(text: string | undefined): { city?: string; state?: string; zip?: string } {
  if (text === undefined) return {};
  if (/^\d{4,5}(-\d{4})?$/.test(text)) return { zip: zipOf(text)! };
  const [, city, named, short, zip] =
    /^(.+?)(?:,\s*([A-Za-z][A-Za-z .]*?)|\s+([A-Z]{2}))(?:,?\s+(\d{5}(?:-\d{4})?))?$/.exec(text) ?? [];
  const letters = stateOf(named ?? short);
  if (!city || !letters || !(letters in US_STATES)) return { city: text };
  return { city, state: letters, ...(zip ? { zip: zipOf(zip)! } : {}) };
}

/** 2026-12-04, 12/4/2026 or 12/4/26; null if it is not a date. */
function dayOf(text: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/.exec(text);
  const [year, month, day] = iso ? iso.slice(1) : american ? [american[3]!, american[1]!, american[2]!] : [];
  if (!year) return null;
  const date = `${year.padStart(4, '20')}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : null;
}
