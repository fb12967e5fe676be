import { US_STATES } from '#src/machines/place/us-states.ts';
import { newLeadFields } from '#src/api/agent-lead/agent-lead.fields.ts';
import { CreateLeadBody } from '#src/api/agent-lead/agent-lead.schemas.ts';
import type { CreateLead } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { checkedBody } from '#src/api/http/multipart.ts';
import { Problem } from '#src/api/http/problem.ts';
import { usPhone } from '#src/api/http/us-phone.ts';
import { placeOfZip } from '#src/api/place/places.ts';

/** What a column of an imported file can be, with the headers by which it is guessed. */
const HEADERS = {
  name: ['name', 'client', 'client name', 'customer', 'customer name', 'full name', 'contact'],
  email: ['email', 'e mail', 'email address', 'mail'],
  phone: ['phone', 'phone number', 'telephone', 'tel', 'mobile', 'cell', 'cell phone'],
  'from-address': ['from address', 'origin address', 'pickup address', 'pick up address', 'moving from address'],
  'from-zip': ['from zip', 'origin zip', 'pickup zip', 'pick up zip', 'zip from', 'moving from zip', 'origin zip code'],
  'from-city': ['from city', 'origin city', 'pickup city', 'pick up city', 'moving from city', 'origin'],
  'from-state': ['from state', 'origin state', 'pickup state', 'pick up state', 'moving from state'],
  'to-address': ['to address', 'destination address', 'delivery address', 'drop off address', 'moving to address'],
  'to-zip': ['to zip', 'destination zip', 'delivery zip', 'drop off zip', 'zip to', 'moving to zip'],
  'to-city': ['to city', 'destination city', 'delivery city', 'drop off city', 'moving to city', 'destination'],
  'to-state': ['to state', 'destination state', 'delivery state', 'drop off state', 'moving to state'],
  'move-date': ['move date', 'moving date', 'date', 'pickup date', 'pick up date', 'date of move', 'earliest'],
  'move-date-last': ['move date last', 'latest', 'last date', 'move date to', 'latest pickup date'],
  'move-size': ['move size', 'size', 'home size', 'bedrooms', 'rooms'],
  'special-items': ['special items', 'specialty items'],
  notes: ['notes', 'note', 'comment', 'comments', 'remarks', 'message'],
} as const;

export type ImportField = keyof typeof HEADERS;
export const IMPORT_FIELDS = Object.keys(HEADERS) as ImportField[];
/** What each column is, in their order; null is left out. */
export type ColumnMapping = (ImportField | null)[];

const plain = (header: string): string =>
  header
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

/** What the columns probably are, by their headers; no field twice. */
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
export type JudgedRow = { lead: CreateLead; problems: null } | { lead: null; problems: CellProblem[] };

/** What a row says of a lead, or all that is wrong with it: judged by the rules that the form of a lead is judged by. */
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
    const zip = zipOf(said(`${side}-zip`));
    const found = zip === undefined ? undefined : placeOfZip(zip);
    const city = said(`${side}-city`) ?? found?.city;
    const state = stateOf(said(`${side}-state`)) ?? found?.state;
    if (!zip && !(city && state))
      problems.push({ field: `${side}-zip`, message: 'Enter a ZIP code, or a city and its state.' });
    else if (zip && !found && !(city && state))
      problems.push({ field: `${side}-zip`, message: `There is no ZIP code ${zip}.` });
    return { zip: zip ?? null, city: city ?? '', state: state ?? '', address: said(`${side}-address`) ?? null };
  };
  const given = {
    source: 'Import',
    client: { name: said('name') ?? '', email: said('email') ?? null, phone: usPhone(said('phone')) ?? null },
    stops: [
      { role: 'pick-up', ...end('from'), earliest: earliest ?? null, latest: latest ?? null },
      { role: 'drop-off', ...end('to') },
    ],
    ...(said('move-size') ? { move_size: said('move-size') } : {}),
    ...(said('special-items') ? { special_items: said('special-items') } : {}),
    ...(said('notes') ? { notes: said('notes') } : {}),
  };
  if (!said('name')) problems.push({ field: 'name', message: 'Enter the client’s name.' });
  if (problems.length > 0) return { lead: null, problems };
  try {
    const lead = checkedBody(CreateLeadBody, given);
    newLeadFields(lead, today);
    return { lead, problems: null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { lead: null, problems: problemsOf(error) };
  }
}

/** What is wrong, by the column that it is about. */
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

/** A spreadsheet drops the zero that a ZIP code begins with; the last four digits are not kept. */
function zipOf(text: string | undefined): string | undefined {
  const digits = /^(\d{4,5})(-\d{4})?$/.exec(text ?? '')?.[1];
  return digits === undefined ? text : digits.padStart(5, '0');
}

const LETTERS = new Map(Object.entries(US_STATES).map(([letters, name]) => [name.toLowerCase(), letters]));
const stateOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : (LETTERS.get(text.toLowerCase()) ?? text.toUpperCase());

/** 2026-12-04, 12/4/2026 or 12/4/26; null for what is no day. */
function dayOf(text: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/.exec(text);
  const [year, month, day] = iso ? iso.slice(1) : american ? [american[3]!, american[1]!, american[2]!] : [];
  if (!year) return null;
  const date = `${year.padStart(4, '20')}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : null;
}
