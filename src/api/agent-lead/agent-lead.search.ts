import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { US_STATES } from '#src/machines/place/us-states.ts';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import type { Wants } from '#src/api/http/fields.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { rowsOf } from '#src/api/database/prepared.ts';
import { prefixDistance } from '#src/api/database/typos.ts';
import { fold } from './agent-lead.fields.ts';
import { place } from './agent-lead.present.ts';

interface Hit {
  id: string;
  reference: string;
  client_name: string;
  client_email: string | null;
  client_phone: string | null;
  state: AgentLeadTab;
  is_archived: boolean;
  origin_city: string | null;
  origin_state: string | null;
  origin_zip: string | null;
  destination_city: string | null;
  destination_state: string | null;
  destination_zip: string | null;
  move_date: string | null;
}

/** `search_leads` has the same. */
const LIMIT = 20;
/** What the trigram index finds whatever the text is; shorter ones are planned with their value each time. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}/u;
/**
 * Low enough that a short word with two wrong letters is still a candidate; the exact comparison below removes the
 * rest.
 */
const SIMILARITY = 0.15;
const CANDIDATES = 400;
/** How many of the typed words are compared letter by letter; nobody types more and expects typos to be tolerated. */
const WORDS = 6;

/**
 * Global search over reference, client, phone, email, and places: the exact text, or else its words in any order, or
 * else similar words. All use the trigram index. A number may also be that of an invoice, whose lead comes first.
 */
export async function searchLeads(db: Kysely<Tables>, typed: string, wants: Wants) {
  const query = fold(typed.trim());
  const digits = query.replaceAll(/\D/g, '');
  // A phone number is found in any notation.
  const needle = /^[\d\s()+.-]{7,}$/.test(query) ? digits.replace(/^1(?=\d{10}$)/, '') : query;
  const code = codeOf(query);
  const found = wants('matched')
    ? columns
    : columns.filter((column) => column === 'id' || NEEDED_BY[column].some(wants));
  // Not built by Kysely, and mostly planned once: people search with each letter that they type, and either would take
  // longer than all else here.
  const select = `select ${found.join(', ')} from`;
  const pattern = `%${needle.replaceAll(/[%_\\]/g, '\\$&')}%`;
  const exact =
    code === null && HAS_TRIGRAM.test(needle)
      ? await rowsOf<Hit>(db, `/* prepared */ ${select} search_leads($1)`, [pattern])
      : await rowsOf<Hit>(
          db,
          `${select} agent_lead where search_text like $1${code === null ? '' : ` or (${IN_STATE})`}
            order by is_archived limit ${LIMIT}`,
          [pattern, ...(code === null ? [] : inState(code))],
        );
  const number = INVOICE.exec(query)?.[1];
  const invoiced = number === undefined ? undefined : await byInvoice(db, Number(number));
  const others = exact.length > 0 || invoiced || needle.length < 3 ? exact : await byWords(db, needle);
  const hits = invoiced ? [invoiced, ...others.filter(({ id }) => id !== invoiced.id)].slice(0, LIMIT) : others;
  return hits.map((hit) => ({
    ...present(hit, needle, code, wants),
    ...(hit === invoiced && wants('matched') ? { matched: 'invoice' } : {}),
  }));
}

/** An invoice's number, as on its document or on a check: "1023", "#1023", "Invoice 1023", "INV-1023". */
const INVOICE = /^(?:inv(?:oice)?\.?(?: no\.?| number)?)?[ #-]*(\d{4,9})$/;

/** The lead of the invoice with this number. */
const byInvoice = (db: Kysely<Tables>, number: number): Promise<Hit | undefined> =>
  db
    .selectFrom('invoice')
    .innerJoin('agent_lead', 'agent_lead.id', 'invoice.lead_id')
    .select(columns.map((column) => `agent_lead.${column}` as const))
    .where('number', '=', number)
    .executeTakeFirst();

const CODES = new Map(Object.entries(US_STATES).map(([code, name]) => [name.toLowerCase(), code]));

/** The code of a state whose name was typed in full; leads contain only state codes. */
const codeOf = (query: string): string | null => CODES.get(query) ?? null;

/** The code before a ZIP, as in every search text: this way the index for texts finds states, too. */
const IN_STATE = 'search_text like $2 and search_text ~ $3';
const inState = (code: string): string[] => [`% ${code.toLowerCase()} _____%`, ` ${code.toLowerCase()} [0-9]{5}( |$)`];

const columns = [
  'id',
  'reference',
  'client_name',
  'client_email',
  'client_phone',
  'state',
  'is_archived',
  'origin_city',
  'origin_state',
  'origin_zip',
  'destination_city',
  'destination_state',
  'destination_zip',
  'move_date',
] as const;

/** The fields of a hit that need each column. */
const NEEDED_BY: Readonly<Record<(typeof columns)[number], readonly string[]>> = {
  id: ['id'],
  reference: ['reference'],
  client_name: ['client_name'],
  client_email: [],
  client_phone: [],
  state: ['state'],
  is_archived: ['is_archived'],
  origin_city: ['origin'],
  origin_state: ['origin'],
  origin_zip: ['origin'],
  destination_city: ['destination'],
  destination_state: ['destination'],
  destination_zip: ['destination'],
  move_date: ['move_date'],
};

/** The longest words of a text: they are the most selective. */
const wordsOf = (needle: string): string[] =>
  needle
    .split(/[\s,]+/)
    .filter(Boolean)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, WORDS);

async function byWords(db: Kysely<Tables>, needle: string): Promise<Hit[]> {
  const exact = await withWords(db, needle);
  // Similar words are searched for only if nothing matches exactly, which suggests a typo.
  return exact.length > 0 ? exact : closeTo(db, needle);
}

/** Leads that contain every typed word: "Coleman, Kevin", or a name and a city. */
async function withWords(db: Kysely<Tables>, needle: string): Promise<Hit[]> {
  const words = wordsOf(needle);
  if (words.length < 2 || !HAS_TRIGRAM.test(words[0]!)) return [];
  const patterns = words.map((word) => `%${word.replaceAll(/[%_\\]/g, '\\$&')}%`);
  return (
    db
      .selectFrom('agent_lead')
      .select(columns)
      // One condition for each word: the index does not find "like all" of an array.
      .where(({ and, eb }) => and(patterns.map((pattern) => eb('search_text', 'like', pattern))))
      .orderBy('is_archived')
      .limit(LIMIT)
      .execute()
  );
}

/** Leads that contain every typed word with at most two typos, the fewest first. The trigram index finds candidates. */
async function closeTo(db: Kysely<Tables>, needle: string): Promise<Hit[]> {
  const candidates = await db.transaction().execute(async (tx) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(SIMILARITY)}, true)`.execute(tx);
    return tx
      .selectFrom('agent_lead')
      .select([...columns, 'search_text'])
      .where(sql<boolean>`${needle} <% search_text`)
      .orderBy(sql`word_similarity(${needle}, search_text)`, 'desc')
      .limit(CANDIDATES)
      .execute();
  });
  const words = wordsOf(needle);
  return candidates
    .map((hit) => ({ hit: hit as Hit, slips: slipsBetween(words, hit.search_text.split(/[\s@.]+/)) }))
    .filter(({ slips }) => slips !== null)
    .sort((one, other) => one.slips! - other.slips!)
    .slice(0, LIMIT)
    .map(({ hit }) => hit);
}

/** The total number of typos in the typed words; null if one of them does not occur. */
function slipsBetween(typed: string[], found: string[]): number | null {
  let sum = 0;
  for (const word of typed) {
    const allowed = word.length < 4 ? 0 : word.length < 5 ? 1 : 2;
    const isNear = (one: string) => one.length >= word.length - allowed;
    const least = Math.min(
      ...found.filter(isNear).map((one) => prefixDistance(word, one.slice(0, word.length + 2), allowed)),
    );
    if (least > allowed) return null;
    sum += least;
  }
  return sum;
}

function present(hit: Hit, needle: string, code: string | null, wants: Wants) {
  return {
    id: hit.id,
    reference: hit.reference,
    client_name: hit.client_name,
    state: hit.state,
    is_archived: hit.is_archived,
    origin: place(hit.origin_city, hit.origin_state, hit.origin_zip ?? null, null, null),
    destination: place(hit.destination_city, hit.destination_state, hit.destination_zip ?? null, null, null),
    move_date: hit.move_date,
    matched: wants('matched') ? matched(hit, needle, code) : '',
  };
}

function matched(hit: Hit, needle: string, code: string | null): string {
  const has = (value: string | null) => value !== null && fold(value).includes(needle);
  if (has(hit.reference)) return 'reference';
  if (has(hit.client_phone)) return 'phone';
  if (has(hit.client_email) && !has(hit.client_name)) return 'email';
  if ([hit.origin_city, hit.origin_zip, hit.destination_city, hit.destination_zip].some(has)) return 'place';
  if (code !== null && !has(hit.client_name) && [hit.origin_state, hit.destination_state].includes(code))
    return 'place';
  return 'client';
}
