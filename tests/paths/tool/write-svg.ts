import { Graph, layout } from '@dagrejs/dagre';
import type { AnyStateNode } from 'xstate';
import type { PathModel } from '../models/path-model.ts';
import { wordsFor } from './event-words.ts';
import { definitionsOf, drawnStatesOf, stateName } from './lifecycle.ts';

interface Point {
  x: number;
  y: number;
}
interface Box extends Point {
  width: number;
  height: number;
}

const LETTER = 6.6;
const LINE = 15;
const INK = '#1f2937';
const SOFT = '#6b7280';

const pathOf = (node: AnyStateNode): string => node.path.join('.');
/** The path of a machine without states is empty, which the layout does not accept as a node. */
const idOf = (path: string): string => `/${path}`;
const isLeaf = (node: AnyStateNode): boolean => Object.keys(node.states).length === 0;

/**
 * The lifecycle as a picture, from left to right: states in the frames that contain them, connected by labeled arrows.
 */
export function toSvg(model: PathModel): string {
  const { title, version, machine } = model;
  const wordsOf = wordsFor(model);
  const states = drawnStatesOf(machine);
  const leaves = states.filter((node) => isLeaf(node) && node.type !== 'history');
  const frames = states.filter((node) => !isLeaf(node));
  const firsts = new Set(firstsOf(machine.root));
  const lines = new Map<string, { from: string; to: string; words: Set<string> }>();
  const notes: string[] = [];
  for (const definition of definitionsOf(machine)) {
    const { state, target } = definition;
    const words = wordsOf(definition);
    const from = leaves.find((node) => pathOf(node) === state);
    const goal = states.find((node) => pathOf(node) === target);
    const to = goal && leafOf(goal);
    // An arrow from every state of a frame, or back to any state, would hide all others: those are listed below.
    if (!from || (target && !to))
      notes.push(
        `${from ? stateName(from) : state ? `anywhere in ${stateName(states.find((node) => pathOf(node) === state)!)}` : 'anywhere'}: ${inShort(words)}${target ? ` → ${to ? stateName(to) : 'back to where it was'}` : ''}`,
      );
    else {
      const key = `${state}>${to ? pathOf(to) : state}`;
      const line = lines.get(key) ?? { from: state, to: to ? pathOf(to) : state, words: new Set<string>() };
      for (const word of words) line.words.add(word);
      lines.set(key, line);
    }
  }
  const graph = new Graph({ compound: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 28, ranksep: 40, marginx: 24, marginy: 24 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const node of frames) graph.setNode(idOf(pathOf(node)), {});
  for (const node of leaves) graph.setNode(idOf(pathOf(node)), sizeOf(stateName(node), loopsOf(lines, pathOf(node))));
  for (const node of states)
    if (node.parent && node.parent !== machine.root && graph.hasNode(idOf(pathOf(node))))
      graph.setParent(idOf(pathOf(node)), idOf(pathOf(node.parent!)));
  for (const { from, to, words } of lines.values()) {
    if (from !== to)
      graph.setEdge(idOf(from), idOf(to), {
        width: Math.max(...[...words].map((text) => text.length)) * LETTER * 0.85 + 12,
        height: words.size * LINE,
        labelpos: 'c',
      });
  }
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  const whole = {
    width: Math.ceil(Math.max(width, 480, ...notes.map((note) => note.length * LETTER + 48))),
    height: Math.ceil(height + 44 + notes.length * 18 + 16),
  };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${whole.width}" height="${whole.height}" viewBox="0 0 ${whole.width} ${whole.height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="${escaped(title)}">`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#6b7280"/></marker></defs>',
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="24" y="28" font-size="15" font-weight="600" fill="${INK}">${escaped(title)}</text><text x="${whole.width - 24}" y="28" text-anchor="end" fill="${SOFT}">${version === null ? 'a flow' : `version ${version}`}</text>`,
    '<g transform="translate(0 40)">',
    ...frames.map((node) => frameAsSvg(graph.node(idOf(pathOf(node))) as Box, stateName(node))),
    ...[...lines.values()]
      .filter(({ from, to }) => from !== to)
      .map(({ from, to, words }) =>
        lineAsSvg(graph.edge({ v: idOf(from), w: idOf(to) }) as { points: Point[] } & Box, [...words]),
      ),
    ...leaves.map((node) =>
      stateAsSvg(graph.node(idOf(pathOf(node))) as Box, stateName(node), {
        loops: loopsOf(lines, pathOf(node)),
        isFirst: firsts.has(node),
      }),
    ),
    '</g>',
    ...notes.map(
      (note, index) => `<text x="24" y="${Math.ceil(height) + 56 + index * 18}" fill="${SOFT}">${escaped(note)}</text>`,
    ),
    '</svg>',
    '',
  ].join('\n');
}

/** The states in which it begins: one, or one for each region. */
function firstsOf(node: AnyStateNode): AnyStateNode[] {
  if (isLeaf(node)) return [node];
  return (node.type === 'parallel' ? Object.values(node.states) : [node.initial.target[0] as AnyStateNode]).flatMap(
    firstsOf,
  );
}

/** The leaf state reached by entering a state; undefined for a history state. */
function leafOf(node: AnyStateNode): AnyStateNode | undefined {
  if (node.type === 'history') return undefined;
  return isLeaf(node) ? node : leafOf(node.initial.target[0] as AnyStateNode);
}

const inShort = (words: readonly string[]): string =>
  words.length > 2 ? `${words[0]}, or ${words.length - 1} others` : words.join(', or ');

const loopsOf = (lines: ReadonlyMap<string, { words: ReadonlySet<string> }>, path: string): string[] => [
  ...(lines.get(`${path}>${path}`)?.words ?? []),
];

const sizeOf = (name: string, loops: readonly string[]) => ({
  width: Math.max(name.length * LETTER, ...loops.map((loop) => loop.length * 5.4 + 14)) + 28,
  height: 36 + 14 * loops.length,
});

function frameAsSvg({ x, y, width, height }: Box, name: string): string {
  const [left, top] = [x - width / 2, y - height / 2];
  return `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="10" fill="#f9fafb" fill-opacity="0.7" stroke="#d1d5db"/><text x="${left + 10}" y="${top + 16}" fill="${SOFT}" font-weight="600">${escaped(name)}</text>`;
}

/** Events that do not change the state are listed inside it. */
function stateAsSvg(
  { x, y, width, height }: Box,
  name: string,
  { loops, isFirst }: { loops: readonly string[]; isFirst: boolean },
): string {
  const top = y - height / 2;
  const texts = loops.map(
    (loop, index) =>
      `<text x="${x}" y="${top + 36 + index * 14}" text-anchor="middle" font-size="10" fill="${SOFT}">↻ ${escaped(loop)}</text>`,
  );
  return `<rect x="${x - width / 2}" y="${top}" width="${width}" height="${height}" rx="8" fill="#ecfdf5" stroke="#047857"/><text x="${x}" y="${top + 22}" text-anchor="middle" fill="${INK}">${escaped(name)}</text>${texts.join('')}${isFirst ? `<circle cx="${x - width / 2}" cy="${y}" r="5" fill="${INK}"><title>It begins here</title></circle>` : ''}`;
}

function lineAsSvg({ points, x, y, width }: { points: Point[] } & Box, words: readonly string[]): string {
  const top = y - (words.length * LINE) / 2;
  const texts = words.map(
    (text, index) =>
      `<text x="${x}" y="${top + 11 + index * LINE}" text-anchor="middle" font-size="10.5" fill="${INK}">${escaped(text)}</text>`,
  );
  const line = `<polyline points="${points.map((point) => `${point.x},${point.y}`).join(' ')}" fill="none" stroke="${SOFT}" marker-end="url(#arrow)"/>`;
  return `${line}<rect x="${x - width / 2}" y="${top}" width="${width}" height="${words.length * LINE}" fill="#fff" fill-opacity="0.85"/>${texts.join('')}`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
