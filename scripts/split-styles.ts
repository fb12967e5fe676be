import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import postcss, { type AtRule, type ChildNode, type Rule } from 'postcss';
import type { Plugin } from 'vite';

/**
 * The stylesheet is built twice: `theme.css` with the classes of the first pages, which need only it, and `later.css`
 * with all others, which `lazy` waits for. With two sheets in sequence, a class in the first sheet would lose against
 * one in the second that precedes it in Tailwind's order. So the rules of both are assigned to the same layers, whose
 * order the first sheet declares: where two rules set the same property, the one that must win is in a later layer.
 */
export function splitStyles(first: string, later: string, entries: string[]): Plugin {
  let words: Set<string>;
  return {
    name: 'split-styles',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      words = wordsOf(entries);
    },
    transform(code, id) {
      const [path] = id.split('?', 1);
      if (path !== first && path !== later) return null;
      return { code: splitCss(code, words)[path === first ? 'first' : 'later'], map: null };
    },
  };
}

interface Unit {
  rule: Rule;
  /** Its enclosing conditions, such as `@media (width >= 40rem)`. */
  around: string[];
  families: Set<string>;
  isImportant: boolean;
  isFirst: boolean;
  layer: number;
}

/** Both sheets of a stylesheet; `words` are those of the sources whose classes the first one contains. */
export function splitCss(css: string, words: ReadonlySet<string>): { first: string; later: string } {
  const root = postcss.parse(css);
  const utilities = root.nodes.find((node) => isLayer(node, 'utilities'));
  if (!utilities) throw new Error('The stylesheet has no layer of utilities.');
  const units = unitsOf(utilities, []).map((unit) => ({
    ...unit,
    isFirst: unit.isImportant || isUsed(unit.rule, words),
  }));
  const layers = giveOut(units);
  const order = layers.map((_, layer) => `l${layer}`).join();
  const sheet = (isFirst: boolean): string =>
    layers
      .map((some, layer) =>
        printed(
          `l${layer}`,
          some.filter((unit) => unit.isFirst === isFirst),
        ),
      )
      .join('');
  utilities.replaceWith(postcss.parse(`@layer utilities{@layer ${order};${sheet(true)}}`));
  return { first: root.toString(), later: `@layer utilities{${sheet(false)}}` };
}

const isLayer = (node: ChildNode, name: string): node is AtRule =>
  node.type === 'atrule' && node.name === 'layer' && node.params === name && node.nodes !== undefined;

function unitsOf(parent: AtRule, around: string[]): Omit<Unit, 'isFirst'>[] {
  return parent.nodes!.flatMap((node) => {
    if (node.type === 'atrule' && node.nodes) return unitsOf(node, [...around, `@${node.name} ${node.params}`]);
    if (node.type !== 'rule') return [];
    const families = new Set<string>();
    let isImportant = false;
    node.walkDecls(({ prop, important }) => {
      families.add(familyOf(prop));
      isImportant ||= important === true;
    });
    return [{ rule: node, around, families, isImportant, layer: 0 }];
  });
}

/** Maps shorthands and the properties they set to one name; missing entries only cost an extra layer. */
const FAMILIES: Record<string, string> = {
  top: 'inset',
  right: 'inset',
  bottom: 'inset',
  left: 'inset',
  row: 'gap',
  column: 'gap',
  line: 'font',
  align: 'place',
  justify: 'place',
};

function familyOf(property: string): string {
  if (property.startsWith('--')) return property;
  const [family] = property.replace(/^-[a-z]+-/, '').split('-', 1) as [string];
  return FAMILIES[family] ?? family;
}

const isUsed = ({ selector }: Rule, words: ReadonlySet<string>): boolean =>
  [...selector.matchAll(/\.((?:\\.|[\w-])+)/g)].every(([, name]) => words.has(name!.replaceAll('\\', '')));

/** The layers in order, with the units of each. */
function giveOut(units: Unit[]): Unit[][] {
  const layers: Unit[][] = [];
  for (const [index, unit] of units.entries()) {
    // Important rules win anyway, and among layers in reverse order, so they stay together in the first sheet.
    if (!unit.isImportant)
      for (const before of units.slice(0, index)) {
        if (before.isImportant || ![...unit.families].some((family) => before.families.has(family))) continue;
        // In the same layer the sheet that is loaded later wins.
        const isOvertaken = unit.isFirst && !before.isFirst;
        unit.layer = Math.max(unit.layer, before.layer + (isOvertaken ? 1 : 0));
      }
    (layers[unit.layer] ??= []).push(unit);
  }
  return layers;
}

function printed(layer: string, units: Unit[]): string {
  if (units.length === 0) return '';
  const rules = units.map(({ rule, around }) =>
    around.reduceRight((inner, one) => `${one}{${inner}}`, rule.toString()),
  );
  return `@layer ${layer}{${rules.join('')}}`;
}

/** Imports of runtime code, but not type-only imports. */
const IMPORTED = /^(?:import|export)(?! type\b)[^'"]*?['"]((?:\.|#src\/(?:app|machines|views)\/)[^'"]+\.tsx?)['"]/gm;

/** The words of all sources that these load at once, any of which may be a class name. */
function wordsOf(entries: string[]): Set<string> {
  const root = dirname(import.meta.dirname);
  const words = new Set<string>();
  const seen = new Set<string>();
  const waiting = entries.map((entry) => join(root, entry));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const text = readFileSync(path, 'utf8');
    for (const word of text.split(/[\s"'`]+/)) words.add(word);
    for (const [, name] of text.matchAll(IMPORTED))
      waiting.push(name!.startsWith('#') ? join(root, name!.slice(1)) : join(dirname(path), name!));
  }
  return words;
}
