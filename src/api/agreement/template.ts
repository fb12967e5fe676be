import type { TemplateKind, TemplateWord } from '#src/machines/agreement/template-text.ts';
import { TEMPLATE_RULES, TEMPLATE_TITLES, parseTemplate, stands } from '#src/machines/agreement/template-text.ts';
import { blank, heading, rendered, textOfSpan } from './document.ts';
import type { Block, RenderedDocument, Span, Words } from './document.ts';
import { BROKER_CARRIER_TEXT } from './texts/broker-carrier.ts';
import { BROKER_SHIPPER_TEXT } from './texts/broker-shipper.ts';
import { SPECIFIC_JOB_TEXT } from './texts/specific-job.ts';

/** A text that agreements are made from, with the name by which they refer to it. */
export interface Template {
  name: string;
  source: string;
}

/** Increase the number with every change of the wording: signed agreements name the text that they were made from. */
export const BUILT_IN: Record<TemplateKind, Template> = {
  'broker-shipper': { name: 'broker-shipper/3', source: BROKER_SHIPPER_TEXT },
  'broker-carrier': { name: 'broker-carrier/2', source: BROKER_CARRIER_TEXT },
  'specific-job': { name: 'specific-job/2', source: SPECIFIC_JOB_TEXT },
};

/** What one agreement puts in the blanks of its text. */
export interface TemplateFacts {
  subtitle: string;
  /** Null if the value is unknown; for a required blank, that is a gap. */
  values: Record<string, string | null>;
  blocks: Record<string, Block | Block[]>;
  /** The conditions that hold. */
  holds: readonly string[];
}

/** Renders an agreement from a text and its facts. */
export function renderTemplate(
  kind: TemplateKind,
  { name, source }: Template,
  { subtitle, values, blocks, holds }: TemplateFacts,
): RenderedDocument {
  const { lines } = parseTemplate(kind, source);
  const held = new Set(holds);
  const made: Block[] = [];
  /** The list or the facts that the next line may continue. */
  let open: Block | null = null;
  for (const line of lines) {
    if (line.is === 'gap') open = null;
    else if (stands(line, held)) {
      const words = 'words' in line ? filled(kind, line.words, values) : [];
      if (line.is === 'item') {
        if (open?.type !== 'list') made.push((open = { type: 'list', isOrdered: false, items: [] }));
        open.items.push(words);
      } else if (line.is === 'fact') {
        if (open?.type !== 'facts') made.push((open = { type: 'facts', rows: [] }));
        open.rows.push([line.term, words]);
      } else {
        open = null;
        if (line.is === 'heading') made.push(heading(line.text));
        else if (line.is === 'paragraph') made.push({ type: 'paragraph', words });
        else if (line.is === 'block') made.push(...[blocks[line.name]!].flat());
      }
    }
  }
  return rendered({ title: TEMPLATE_TITLES[kind], subtitle, templateVersion: name, blocks: made });
}

function filled(kind: TemplateKind, words: readonly TemplateWord[], values: TemplateFacts['values']): Words {
  const spans = words.flatMap((word): Span[] => {
    if (typeof word === 'string') return [word];
    if ('bold' in word) {
      const inner = word.bold.flatMap((one) => filled(kind, [one], values));
      const isGap = inner.some((span) => typeof span === 'object' && 'blank' in span && span.value === null);
      return isGap ? inner : [{ strong: inner.map(textOfSpan).join('') }];
    }
    const value = values[word.blank] ?? null;
    return [TEMPLATE_RULES[kind].blanks[word.blank]?.isGap ? blank(word.blank, value) : (value ?? '')];
  });
  return spans.every((span) => typeof span === 'string') ? spans.join('') : spans;
}
