import type { Brokerage } from '#src/machines/settings/brokerage.ts';

/** A paragraph, a list, or pairs of a term and its text. Addresses and numbers in it become links. */
export type Block =
  | string
  | { list: readonly string[] }
  | { facts: readonly (readonly [term: string, text: string])[] };

export interface LegalSection {
  /** Its URL fragment. Never changes, because others link to it. */
  id: string;
  title: string;
  blocks: readonly Block[];
}

export interface LegalText {
  title: string;
  intro: readonly Block[];
  sections: readonly LegalSection[];
}

export const LEGAL_KINDS = ['privacy-policy', 'terms-of-service'] as const;
export type LegalKind = (typeof LEGAL_KINDS)[number];

export const LEGAL_TITLES: Record<LegalKind, string> = {
  'privacy-policy': 'Privacy policy',
  'terms-of-service': 'Terms of service',
};

/** The newest version included in the product. Versions published by the brokerage continue from there. */
export const NEWEST_BUILT_IN: Record<LegalKind, number> = { 'privacy-policy': 4, 'terms-of-service': 4 };

/** The blanks for the brokerage's fields in a text, such as `{name}`. */
export const BLANKS = ['name', 'address', 'usdot', 'mc', 'phone', 'email'] as const satisfies (keyof Brokerage)[];

/** A brokerage whose fields are their own blanks: rendering a text with it gives the text's source. */
export const blankBrokerage: Brokerage = {
  ...(Object.fromEntries(BLANKS.map((blank) => [blank, `{${blank}}`])) as Record<(typeof BLANKS)[number], string>),
  zone: 'UTC',
};

/** A fictitious brokerage whose fields are unique, so that they can all be found again in a text, including links. */
export const STAND_IN = {
  name: 'Stand-in-0b7d Brokerage',
  address: 'Stand-in-0b7d Street',
  usdot: '70260407',
  mc: 'MC-81360518',
  phone: '+12025550197',
  email: 'stand-in-0b7d@example.invalid',
  zone: 'UTC',
} as const satisfies Brokerage;

export const SOURCE_LENGTH = 100_000;
const TERM = ' :: ';

/**
 * The source of a text: `## Title {#address}` begins a section, `- ` a list item, `Term :: text` a pair; every other
 * line is a paragraph.
 */
export function sourceOf({ intro, sections }: LegalText): string {
  const lines = (block: Block): string[] => {
    if (typeof block === 'string') return [block];
    if ('list' in block) return [block.list.map((item) => `- ${item}`).join('\n')];
    return [block.facts.map(([term, said]) => `${term}${TERM}${said}`).join('\n')];
  };
  return [
    ...intro.flatMap(lines),
    ...sections.flatMap(({ id, title, blocks }) => [`## ${title} {#${id}}`, ...blocks.flatMap(lines)]),
  ].join('\n\n');
}

export interface ParsedLegal {
  text: LegalText;
  /** Errors, as sentences; empty if the text may be published. */
  wrong: string[];
}

/** Parses a source. Blanks stay as they are until `filled` replaces them. */
export function parseLegal(title: string, source: string): ParsedLegal {
  const wrong: string[] = [];
  const intro: Block[] = [];
  const sections: { id: string; title: string; blocks: Block[] }[] = [];
  let open: { list: string[] } | { facts: [string, string][] } | null = null;
  for (const [index, raw] of source.replaceAll('\r', '').split('\n').entries()) {
    const line = raw.trim();
    const blocks = sections.at(-1)?.blocks ?? intro;
    if (line === '') open = null;
    else if (line.startsWith('#')) {
      open = null;
      const found = /^## (.+?) \{#([a-z]+(?:-[a-z]+)*)\}$/.exec(line);
      if (!found) wrong.push(`Line ${index + 1}: a section begins with "## Title {#its-address}".`);
      else if (sections.some(({ id }) => id === found[2])) wrong.push(`Line ${index + 1}: #${found[2]} is used twice.`);
      else sections.push({ title: found[1]!, id: found[2]!, blocks: [] });
    } else if (line.startsWith('- ')) {
      if (!open || !('list' in open)) blocks.push((open = { list: [] }));
      open.list.push(line.slice(2));
    } else if (line.includes(TERM)) {
      const at = line.indexOf(TERM);
      if (!open || !('facts' in open)) blocks.push((open = { facts: [] }));
      open.facts.push([line.slice(0, at), line.slice(at + TERM.length)]);
    } else {
      open = null;
      blocks.push(line);
    }
  }
  if (sections.length === 0) wrong.push('Give the text at least one section.');
  for (const [, blank] of source.matchAll(/\{([^#{}][^{}]*|)\}/g)) {
    if (!(BLANKS as readonly string[]).includes(blank!))
      wrong.push(`{${blank}} isn’t a known blank. Known blanks: ${BLANKS.map((one) => `{${one}}`).join(', ')}.`);
  }
  const bare = source.replaceAll(/\{[^{}]*\}/g, '');
  if (/[{}]/.test(bare)) wrong.push('A brace is missing its other half.');
  for (const needed of ['name', 'address', 'email'])
    if (!source.includes(`{${needed}}`)) wrong.push(`The text must name the brokerage: use {${needed}}.`);
  return { text: { title, intro, sections }, wrong: [...new Set(wrong)] };
}

/** The text with this brokerage's data. */
export function filled(text: LegalText, brokerage: Brokerage): LegalText {
  const fill = (words: string): string =>
    words.replaceAll(/\{(\w+)\}/g, (whole, blank: keyof Brokerage) =>
      (BLANKS as readonly string[]).includes(blank) ? brokerage[blank] : whole,
    );
  const block = (one: Block): Block => {
    if (typeof one === 'string') return fill(one);
    if ('list' in one) return { list: one.list.map(fill) };
    return { facts: one.facts.map(([term, said]) => [fill(term), fill(said)] as const) };
  };
  return {
    title: text.title,
    intro: text.intro.map(block),
    sections: text.sections.map(({ id, title, blocks }) => ({ id, title: fill(title), blocks: blocks.map(block) })),
  };
}
