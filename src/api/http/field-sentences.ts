import { showMoney } from '#src/machines/amount/amounts.ts';
import type { FieldProblem } from './problem.ts';

/** The parts we use of the schema that a value violates. */
export interface FieldSchema {
  description?: string;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
}

/** A validator's error: a JSON Schema keyword, its parameters (those of AJV), and where. */
export interface SchemaError {
  keyword: string;
  /** A JSON pointer. */
  instancePath: string;
  params: Record<string, unknown>;
  /** The schema that contains the keyword, if the validator provides it. */
  parentSchema?: FieldSchema | undefined;
  /** The refused value. */
  data?: unknown;
}

/** Patterns of the contract, in people's terms. */
const PATTERNS: readonly [RegExp, string][] = [
  // The format is checked after this pattern, so an implausible year gets the same message.
  [/^\^\(19\|20\)$/, 'must be a date, such as 2026-05-31'],
  [/^\^(\(tel:\)\?)?\\\+\[1-9\]/, 'must be a phone number with country code, such as +12025550123'],
  [/^\^\[A-Z\]\{2\}\$$/, 'must be a two-letter state code, such as OH'],
  [/^\^\[A-Z\]\{2\}\(,/, 'must be two-letter state codes with commas between them, such as OH,TX'],
  [/^\^\[0-9\]\{5\}\$$/, 'must be a 5-digit ZIP code'],
  [/^\^\(\[0-9\]\{5\}\|/, 'must be a 5-digit ZIP code, or a city and state such as Columbus, OH'],
  [/^\^\[0-9\]\{1,8\}\$$/, 'must be a number of up to 8 digits'],
  [/^\^\(\[1-9\]\[0-9\]\?\|100\)\$$/, 'must be a number from 1 to 100'],
  [/^\^(\[1-9\])?\[0-9\]\{\d,\d+\}\$$/, 'must be a whole number'],
  [/^\^\[\^\\u0000[^\]]*\]\*\$$/, 'has a character that cannot be stored'],
  [/^\^data:image\/png/, 'must be a PNG image as a data URL'],
];

const FORMATS: Record<string, string> = {
  date: 'must be a date, such as 2026-05-31',
  'date-time': 'must be a date and time, such as 2026-05-31T14:00:00Z',
  email: 'must be an email address',
  uuid: 'is not a valid ID',
};

const TYPES: Record<string, string> = {
  string: 'must be text',
  integer: 'must be a whole number',
  number: 'must be a number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object with fields',
};

const LONGEST_NAME = 60;
const MOST_VALUES = 12;

/** What is wrong with one field, as the rest of a sentence that begins with its name. */
function complaint({ keyword, params, parentSchema, data }: SchemaError): string {
  const limit = params.limit as number;
  const amount = parentSchema?.description === 'US cents' ? showMoney(limit) : String(limit);
  switch (keyword) {
    case 'required':
      // Also fits plural names: "Prices must be given."
      return 'must be given';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not a field of this call';
    case 'type': {
      const [first] = [params.type].flat().filter((type) => type !== 'null') as string[];
      return TYPES[first ?? ''] ?? 'is not valid';
    }
    case 'enum': {
      const values = (params.allowedValues as unknown[]).filter((value) => value !== null);
      return values.length > MOST_VALUES ? 'is not one of the allowed values' : `must be ${listOf(values.map(String))}`;
    }
    case 'const':
      return `must be ${String(params.allowedValue)}`;
    case 'format':
      return FORMATS[params.format as string] ?? 'is not valid';
    case 'pattern':
      if (String(params.pattern).startsWith('^(?=[\\s')) return patternOfText(data);
      return kindOf({ pattern: String(params.pattern) }) ?? 'is not valid';
    case 'minLength':
      if (isOfOneLength(parentSchema)) return kindOf(parentSchema) ?? `must have ${count(limit, 'character')}`;
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`;
    case 'maxLength':
      if (isOfOneLength(parentSchema)) return kindOf(parentSchema) ?? `must have ${count(limit, 'character')}`;
      return `must have at most ${count(limit, 'character')}`;
    case 'minItems':
      return `must have at least ${count(limit, 'entry')}`;
    case 'maxItems':
      return `must have at most ${count(limit, 'entry')}`;
    case 'minimum':
      return `must be at least ${amount}`;
    case 'maximum':
      return `must be at most ${amount}`;
    case 'exclusiveMinimum':
      return `must be more than ${amount}`;
    case 'exclusiveMaximum':
      return `must be less than ${amount}`;
    case 'uniqueItems':
      return 'has the same entry twice';
    default:
      return 'is not valid';
  }
}

/** What a value should be, where its format or pattern has a common name. */
const kindOf = ({ format = '', pattern }: FieldSchema): string | undefined =>
  FORMATS[format] ?? (pattern === undefined ? undefined : PATTERNS.find(([known]) => known.test(pattern))?.[1]);

/** A date, an ID, a state: a message about their length would not help. */
const isOfOneLength = (schema: FieldSchema | undefined): schema is FieldSchema =>
  schema?.minLength !== undefined && schema.minLength === schema.maxLength;

const alternatives = new Intl.ListFormat('en-US', { type: 'disjunction' });
const listOf = (values: string[]): string => alternatives.format(values);
const count = (number: number, noun: 'character' | 'entry'): string =>
  `${number} ${number === 1 ? noun : { character: 'characters', entry: 'entries' }[noun]}`;

/** Words of field names that are not plain lowercase words to a reader. */
const NAMES: Record<string, string> = {
  zip: 'ZIP code',
  id: 'ID',
  ids: 'IDs',
  url: 'link',
  usdot: 'USDOT',
  mc: 'MC',
  lb: 'weight (lb)',
  ft3: 'volume (ft³)',
  sha256: 'fingerprint',
};

/**
 * A field's name for people: `stops/0/zip` is "Stop 1 ZIP code", `follow_up_date` "Follow up date".
 *
 * @param field its path in the request
 */
export function fieldName(field: string): string {
  const parts = field.split('/').map((part) => part.slice(0, LONGEST_NAME));
  const named: string[] = [];
  for (const [index, part] of parts.entries()) {
    if (/^\d+$/.test(part)) continue;
    const words = part
      .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      .split('_')
      .map((word) => NAMES[word] ?? word);
    const next = parts[index + 1];
    // Removes doubled words: "weight_lb" expands to "weight" twice.
    const name = words.join(' ').replace(/\b(\w+) (?=\1\b)/, '');
    named.push(next !== undefined && /^\d+$/.test(next) ? `${name.replace(/s$/, '')} ${Number(next) + 1}` : name);
  }
  const text = named.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Parts of a request, for when one is missing or invalid as a whole. */
const WHOLES: Record<string, string> = {
  body: 'The request',
  querystring: 'The query',
  params: 'The address',
  headers: 'The headers',
};

/**
 * A schema error as a sentence for people.
 *
 * @param own the field, where the validator names it separately from the path
 * @param where the part of the request, named when the error is about all of it
 * @returns `message` is a sentence shown beside the field, `detail` one that names it
 */
export function fieldProblem(
  error: SchemaError,
  own: string | undefined,
  where = 'body',
): FieldProblem & { detail: string } {
  const field = [error.instancePath.slice(1), own?.slice(0, LONGEST_NAME)].filter(Boolean).join('/');
  const text = complaint(error);
  if (field === '') {
    const whole = error.keyword === 'type' ? 'must have a body with fields' : text;
    return { field: where, message: sentence(whole), detail: `${WHOLES[where] ?? 'The request'} ${whole}.` };
  }
  return { field, message: sentence(text), detail: `${fieldName(field)} ${text}.` };
}

function sentence(text: string): string {
  const whole = text === 'must be given' ? 'This field is required' : text.replace(/^(is|has) /, 'It $1 ');
  return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}.`;
}

/** The message for a text or a name without visible characters, or with invisible ones. */
function patternOfText(data: unknown): string {
  if (typeof data !== 'string' || !/[^\s\p{C}]/u.test(data)) return 'must not be blank';
  return /[\0\p{Cs}]/u.test(data)
    ? 'has a character that cannot be stored'
    : 'must not have line breaks or hidden characters';
}
