/**
 * The text of an agreement as written by the brokerage: `## ` begins a section, `- ` a list item, `Term :: text` a
 * fact, `**words**` are bold, every other line is a paragraph. `{client name}` is a blank that the agreement fills in;
 * `{if household}` or `{if not household}` before a line makes it conditional.
 */

export const TEMPLATE_KINDS = ['broker-shipper', 'broker-carrier', 'specific-job'] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

export const TEMPLATE_TITLES: Record<TemplateKind, string> = {
  'broker-shipper': 'Moving services agreement',
  'broker-carrier': 'Broker-carrier agreement',
  'specific-job': 'Specific job agreement',
};

export const TEMPLATE_LENGTH = 100_000;

export interface TemplateBlank {
  readonly says: string;
  /** A table or a list of facts, which must be on its own line. */
  readonly isBlock?: true;
  /** If it has no value, the agreement cannot be sent. */
  readonly isGap?: true;
  /** Required in every agreement, or in those where this condition holds. */
  readonly isRequired?: true | string;
}

interface TemplateRules {
  readonly blanks: Readonly<Record<string, TemplateBlank>>;
  /** Condition names and what they mean. */
  readonly conditions: Readonly<Record<string, string>>;
  /** Exactly one of these holds; any other condition is independent. */
  readonly oneOf?: readonly string[];
}

const DATE: TemplateBlank = { says: 'The day it is sent', isGap: true, isRequired: true };
const BROKER: TemplateBlank = { says: 'Your company, as facts', isBlock: true, isRequired: true };
const CARRIER: TemplateBlank = { says: 'The carrier, as facts', isBlock: true, isRequired: true };
const STOPS: TemplateBlank = { says: 'Stops and dates, as a table', isBlock: true, isRequired: true };
const INVENTORY: TemplateBlank = { says: 'What is moved, as facts and a table', isBlock: true, isRequired: true };
const HOUSEHOLD = 'a household moves; not a business and not freight';

/**
 * The blanks and conditions of each text. Anything else cannot be included: a carrier's text has no blank for the
 * client or a street, and a client's none for the carrier's pay.
 */
export const TEMPLATE_RULES: Record<TemplateKind, TemplateRules> = {
  'broker-shipper': {
    blanks: {
      'date of the agreement': DATE,
      broker: BROKER,
      'broker name': { says: 'Your legal name' },
      'client name': { says: 'The client', isGap: true, isRequired: true },
      'client e-mail': { says: 'Where we email the client', isGap: true, isRequired: true },
      'client telephone': { says: 'Empty where none was given' },
      goods: { says: '“household goods”, or “goods”' },
      stops: STOPS,
      inventory: INVENTORY,
      charges: { says: 'Services and charges with the total, as a table', isBlock: true, isRequired: true },
      total: { says: 'The price', isRequired: true },
      'most at delivery': { says: '110 percent of the price' },
      'what is priced': { says: '“the services and the goods listed”, or what was described' },
      'estimate number': { says: 'Of the estimate' },
      'estimate kind': { says: '“binding”, “non-binding” or “binding, not to exceed”' },
      'last day of the price': { says: 'How long the price is valid', isGap: true, isRequired: true },
      deposit: { says: 'What is due at the signature, less what was received', isRequired: 'deposit' },
      balance: { says: 'What is due at delivery, less what was received', isRequired: 'deposit' },
      received: { says: 'What the client has paid before' },
    },
    conditions: {
      household: HOUSEHOLD,
      interstate: 'the move is between states',
      listed: 'an inventory was taken',
      'client telephone': 'the client has given a number',
      deposit: 'a deposit is asked, or money was received before',
      received: 'money was received before, for an agreement that was reopened',
      binding: 'the estimate is binding',
      'non-binding': 'the estimate is not binding',
      capped: 'the estimate is binding, not to exceed',
    },
    oneOf: ['binding', 'non-binding', 'capped'],
  },
  'broker-carrier': {
    blanks: {
      'date of the agreement': DATE,
      broker: BROKER,
      'broker name': { says: 'Your legal name' },
      carrier: CARRIER,
      equipment: { says: 'The carrier’s equipment' },
      'service area': { says: 'The states where the carrier works' },
      'auto liability': { says: 'The minimum coverage you require' },
      'cargo insurance': { says: 'The minimum coverage you require' },
    },
    conditions: { equipment: 'the carrier has named equipment', 'service area': 'the carrier has named states' },
  },
  'specific-job': {
    blanks: {
      'date of the agreement': DATE,
      broker: BROKER,
      'broker name': { says: 'Your legal name' },
      carrier: CARRIER,
      load: { says: 'The reference of the load', isRequired: true },
      'start date': { says: 'When the carrier starts', isGap: true, isRequired: true },
      'pick-up dates': { says: 'The first and the last day', isGap: true, isRequired: true },
      'last day of delivery': { says: 'Or “As agreed with us in writing”' },
      stops: { ...STOPS, says: 'Stops and dates without streets, as a table' },
      inventory: INVENTORY,
      pay: { says: 'What you pay the carrier', isRequired: true },
      'pay days': { says: 'How many days you take to pay, from your settings' },
    },
    conditions: { household: HOUSEHOLD },
  },
};

export type TemplateWord = string | { bold: readonly TemplateWord[] } | { blank: string };
export interface Condition {
  name: string;
  isNot: boolean;
}
export type TemplateLine = { conditions: readonly Condition[] } & (
  | { is: 'heading'; text: string }
  | { is: 'paragraph' | 'item'; words: readonly TemplateWord[] }
  | { is: 'fact'; term: string; words: readonly TemplateWord[] }
  | { is: 'block'; name: string }
  /** An empty line: ends the list before it. */
  | { is: 'gap' }
);

export interface ParsedTemplate {
  lines: readonly TemplateLine[];
  /** Errors, in sentences that name the line; empty if the text may be published. */
  wrong: readonly string[];
}

const CONDITION = /^\{if (not )?([^{}]+)\}\s*/;
const TERM = ' :: ';

/** Parses a text and collects its errors. */
export function parseTemplate(kind: TemplateKind, source: string): ParsedTemplate {
  const rules = TEMPLATE_RULES[kind];
  const wrong: string[] = [];
  const lines = source
    .replaceAll('\r', '')
    .split('\n')
    .map((raw, index): TemplateLine => {
      const says = (sentence: string) => wrong.push(`Line ${index + 1}: ${sentence}`);
      let rest = raw.trim();
      const conditions: Condition[] = [];
      for (let found = CONDITION.exec(rest); found; found = CONDITION.exec(rest)) {
        const [whole, not, name = ''] = found;
        if (!Object.hasOwn(rules.conditions, name)) says(`“${name}” isn’t a known condition.`);
        conditions.push({ name, isNot: not !== undefined });
        rest = rest.slice(whole.length);
      }
      const words = (text: string) => wordsOf(text, rules, says);
      if (rest === '') {
        if (conditions.length > 0) says('nothing follows the condition.');
        return { conditions, is: 'gap' };
      }
      if (rest.startsWith('#')) {
        const text = /^## (.+)$/.exec(rest)?.[1];
        if (text === undefined || /[{}*]/.test(text)) says('a section begins with “## ” and plain words.');
        return { conditions, is: 'heading', text: text ?? rest };
      }
      const block = /^\{([^{}]+)\}$/.exec(rest)?.[1];
      if (block !== undefined && rules.blanks[block]?.isBlock) return { conditions, is: 'block', name: block };
      if (rest.startsWith('- ')) return { conditions, is: 'item', words: words(rest.slice(2)) };
      const at = rest.indexOf(TERM);
      if (at !== -1) {
        const term = rest.slice(0, at);
        if (/[{}*]/.test(term)) says('the term before “::” has plain words only.');
        return { conditions, is: 'fact', term, words: words(rest.slice(at + TERM.length)) };
      }
      return { conditions, is: 'paragraph', words: words(rest) };
    });
  if (!lines.some(({ is }) => is === 'heading')) wrong.push('Give the text at least one section.');
  return { lines, wrong: [...wrong, ...missingBlanks(kind, lines)] };
}

function wordsOf(text: string, { blanks }: TemplateRules, says: (sentence: string) => void): TemplateWord[] {
  const parts = text.split('**');
  if (parts.length % 2 === 0) says('“**” is missing its other half.');
  const read = (part: string): TemplateWord[] =>
    part.split(/(\{[^{}]*\})/).flatMap((piece): TemplateWord[] => {
      if (piece === '') return [];
      const name = /^\{([^{}]*)\}$/.exec(piece)?.[1];
      if (name === undefined) {
        if (/[{}]/.test(piece)) says('a brace is missing its other half.');
        return [piece];
      }
      if (name.startsWith('if ')) says(`{${name}} must be at the beginning of the line.`);
      else if (!Object.hasOwn(blanks, name)) says(`{${name}} isn’t a known blank.`);
      else if (blanks[name]!.isBlock) says(`{${name}} needs a line of its own.`);
      return [{ blank: name }];
    });
  return parts.flatMap((part, index): TemplateWord[] => {
    const inner = read(part);
    return index % 2 === 1 && inner.length > 0 ? [{ bold: inner }] : inner;
  });
}

const blanksOf = (words: readonly TemplateWord[]): string[] =>
  words.flatMap((word) => (typeof word === 'string' ? [] : 'bold' in word ? blanksOf(word.bold) : [word.blank]));

/** Whether the line is included under these conditions. */
export const stands = ({ conditions }: TemplateLine, holds: ReadonlySet<string>): boolean =>
  conditions.every(({ name, isNot }) => holds.has(name) !== isNot);

function missingBlanks(kind: TemplateKind, lines: readonly TemplateLine[]): string[] {
  const { blanks } = TEMPLATE_RULES[kind];
  const uses = lines.map((line) => {
    if (line.is === 'block') return { line, names: [line.name] };
    return { line, names: 'words' in line ? blanksOf(line.words) : [] };
  });
  const worlds = worldsOf(kind);
  return Object.entries(blanks).flatMap(([name, { isRequired }]) => {
    if (isRequired === undefined) return [];
    const using = uses.filter(({ names }) => names.includes(name));
    if (using.length === 0) return [`{${name}} is missing.`];
    const isLeftOut = worlds.some(
      (holds) => (isRequired === true || holds.has(isRequired)) && !using.some(({ line }) => stands(line, holds)),
    );
    return isLeftOut
      ? [`{${name}} would be missing in some agreements: each line that has it stands under a condition.`]
      : [];
  });
}

/** Every combination of conditions that an agreement can have. */
function worldsOf(kind: TemplateKind): ReadonlySet<string>[] {
  const { conditions, oneOf = [] } = TEMPLATE_RULES[kind];
  const free = Object.keys(conditions).filter((name) => !oneOf.includes(name));
  const either = free.reduce<string[][]>((all, name) => all.flatMap((held) => [held, [...held, name]]), [[]]);
  return either.flatMap((held) =>
    oneOf.length === 0 ? [new Set(held)] : oneOf.map((name) => new Set([...held, name])),
  );
}
