import { Graph, layout } from '@dagrejs/dagre';
import { AGENT_LEAD_GRAPH, AGENT_LEAD_TRANSITIONS, mainWay } from '#src/machines/agent-lead/agent-lead.workflow.ts';
import { type DeclaredTransition, ownerOf } from '#src/machines/lifecycle-graph.ts';

export interface Point {
  x: number;
  y: number;
}

/** A state of the lifecycle, and the transitions that leave a lead in it. */
export interface Box {
  place: string;
  left: number;
  top: number;
  width: number;
  height: number;
  loops: DeclaredTransition[];
}

/** The connection from one state to another: one line, however many transitions it stands for. */
export interface Line {
  id: string;
  from: string;
  to: string;
  taken: DeclaredTransition[];
  points: Point[];
  label: Point;
}

/** States that contain others, drawn around them. */
export interface Frame {
  owner: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Text below a frame; `x` is its right end, `y` its baseline. */
export interface Caption extends Point {
  owner: string;
  loops: DeclaredTransition[];
}

export interface Drawing {
  width: number;
  height: number;
  boxes: Box[];
  lines: Line[];
  frames: Frame[];
  /** Transitions possible in every state inside a frame that leave the lead in its state. */
  anywhere: Caption[];
}

const WIDTH = 102;
const HEIGHT = 66;
const LABEL = { width: 28, height: 18 };
const PAD = 12;
const TITLE = 20;
const CORNER = 12;
/** Of a caption: the height of a line, and the width of its first words and of each transition it lists, about. */
export const CAPTION = { height: 16, start: 100, each: 105 };
/** The distance from the frame of all live states down to the archived one. */
const DROP = 58;

const parentOf = (place: string): string => place.slice(0, Math.max(0, place.lastIndexOf('.')));
const isAcross = ({ owner, to }: DeclaredTransition) =>
  to !== null && to !== 'back' && !AGENT_LEAD_GRAPH.nodes.some(({ id }) => id === owner);

/**
 * The lifecycle from left to right, derived from the machine. It does not depend on numbers, so nothing moves when they
 * change.
 */
export function drawLifecycle(): Drawing {
  const { nodes } = AGENT_LEAD_GRAPH;
  const places = nodes.map(({ id }) => id);
  // For transitions possible everywhere inside a state, one line starts at its frame: a dozen would hide the main path.
  const aside = new Set(AGENT_LEAD_TRANSITIONS.filter(isAcross).map(({ to }) => to!));
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 34, ranksep: 16, marginx: PAD * 2, marginy: PAD + TITLE });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const place of places) if (!aside.has(place)) graph.setNode(place, { width: WIDTH, height: HEIGHT });
  const pairs = new Map<string, Omit<Line, 'points' | 'label'>>();
  for (const transition of AGENT_LEAD_TRANSITIONS) {
    const { owner, to } = transition;
    if (to === null || to === 'back' || to === owner || aside.has(to)) continue;
    const id = `${owner}>${to}`;
    const pair = pairs.get(id) ?? { id, from: owner, to, taken: [] };
    pair.taken.push(transition);
    pairs.set(id, pair);
  }
  const way = mainWay();
  for (const { from, to } of pairs.values()) {
    // Keeps the main path straight.
    const weight = way.includes(from) && way.indexOf(to) === way.indexOf(from) + 1 ? 24 : 1;
    graph.setEdge(from, to, { ...LABEL, labelpos: 'c', weight });
  }
  layout(graph);
  const { width = 0 } = graph.graph() as { width?: number };
  const columns = way.map((place) => graph.node(place) as Point).map(({ x, y }) => ({ x, up: y }));
  const raised = ({ x, y }: Point): Point => ({ x, y: y - upAt(columns, x) });
  const loopsOf = (place: string) =>
    AGENT_LEAD_TRANSITIONS.filter(({ owner, to }) => owner === place && (to === null || to === place));
  const boxes: Box[] = places
    .filter((place) => !aside.has(place))
    .map((place) => {
      const { x, y } = raised(graph.node(place) as Point);
      return { place, left: x - WIDTH / 2, top: y - HEIGHT / 2, width: WIDTH, height: HEIGHT, loops: loopsOf(place) };
    });
  const lines: Line[] = [...pairs.values()].map((pair) => {
    const { points, x, y } = graph.edge({ v: pair.from, w: pair.to }) as { points: Point[] } & Point;
    return { ...pair, points: points.map(raised), label: raised({ x, y }) };
  });
  for (const line of lines) attach(line, boxes, pairs.has(`${line.to}>${line.from}`));
  const height = lower({ boxes, lines });
  const frames = framesOf(boxes, { width, height });
  return {
    width,
    height: height + (aside.size > 0 ? DROP + HEIGHT + PAD : 0),
    ...withAside({ boxes, lines, frames }, [...aside]),
    anywhere: anywhere(frames, lines),
  };
}

/**
 * Lines start and end at the sides of their states, away from the corners; between neighbors on one level they are
 * straight.
 */
function attach(line: Line, boxes: readonly Box[], hasTwin: boolean): void {
  const [from, to] = [line.from, line.to].map((place) => boxes.find((box) => box.place === place)!) as [Box, Box];
  const at = (box: Box, { x, y }: Point): Point => ({
    x: x < box.left + box.width / 2 ? box.left : box.left + box.width,
    y: Math.min(Math.max(y, box.top + CORNER), box.top + box.height - CORNER),
  });
  const middle = from.top + from.height / 2;
  const isBetween = (box: Box) => box.left > from.left && box.left < to.left;
  if (!hasTwin && from.top === to.top && to.left > from.left && !boxes.some(isBetween)) {
    line.points = [
      { x: from.left + from.width, y: middle },
      { x: to.left, y: middle },
    ];
    line.label = { x: (from.left + from.width + to.left) / 2, y: middle };
  } else line.points = [at(from, line.points[0]!), ...line.points.slice(1, -1), at(to, line.points.at(-1)!)];
}

/** How far the main path is below zero in a column; between two columns, interpolated. */
function upAt(columns: readonly { x: number; up: number }[], x: number): number {
  const right = columns.findIndex((column) => x <= column.x + WIDTH / 2);
  if (right === -1) return columns.at(-1)!.up;
  const after = columns[right]!;
  const before = columns[right - 1];
  if (!before || x >= after.x - WIDTH / 2) return after.up;
  const begin = before.x + WIDTH / 2;
  return before.up + ((after.up - before.up) * (x - begin)) / (after.x - WIDTH / 2 - begin);
}

/** Moves everything below the top edge of the picture; returns its height. */
function lower({ boxes, lines }: Pick<Drawing, 'boxes' | 'lines'>): number {
  const tops = [
    ...boxes.map(({ top }) => top),
    ...lines.flatMap(({ points, label }) => [...points.map(({ y }) => y), label.y - LABEL.height / 2]),
  ];
  const down = PAD + TITLE - Math.min(...tops);
  for (const box of boxes) box.top += down;
  for (const line of lines) {
    line.points = line.points.map(({ x, y }) => ({ x, y: y + down }));
    line.label = { x: line.label.x, y: line.label.y + down };
  }
  const bottoms = [
    ...boxes.map(({ top, height }) => top + height),
    ...lines.flatMap(({ points, label }) => [...points.map(({ y }) => y), label.y + LABEL.height / 2]),
  ];
  return Math.max(...bottoms) + PAD * 2;
}

/** Each caption is in the first row below its frame that has no number of a line. */
function anywhere(frames: readonly Frame[], lines: readonly Line[]): Caption[] {
  return frames.flatMap(({ owner, left, top, width, height }) => {
    const loops = AGENT_LEAD_TRANSITIONS.filter((one) => one.owner === owner && one.to === null);
    if (loops.length === 0) return [];
    const x = left + width - PAD;
    const start = x - CAPTION.start - CAPTION.each * loops.length;
    const isOn = (y: number, { label }: Line) =>
      label.x + LABEL.width / 2 > start &&
      label.x - LABEL.width / 2 < x &&
      label.y + LABEL.height / 2 > y - CAPTION.height &&
      label.y - LABEL.height / 2 < y + CAPTION.height / 4;
    let y = top + height + 18;
    while (lines.some((line) => isOn(y, line))) y += CAPTION.height;
    return [{ owner, loops, x, y }];
  });
}

/** The frames around states that contain several; the outermost one is around the whole lifecycle. */
function framesOf(boxes: readonly Box[], whole: { width: number; height: number }): Frame[] {
  const owners = [...new Set(boxes.map(({ place }) => parentOf(place)))].filter(Boolean);
  return owners.map((owner) => {
    const inside = boxes.filter(({ place }) => parentOf(place) === owner);
    if (!owner.includes('.')) return { owner, left: 1, top: 1, width: whole.width - 2, height: whole.height - 2 };
    const left = Math.min(...inside.map((box) => box.left)) - PAD;
    const top = Math.min(...inside.map((box) => box.top)) - PAD - TITLE / 2;
    return {
      owner,
      left,
      top,
      width: Math.max(...inside.map((box) => box.left + box.width)) + PAD - left,
      height: Math.max(...inside.map((box) => box.top + box.height)) + PAD - top,
    };
  });
}

/** At the bottom: the archived state, reachable from everywhere, and from which leads return to where they were. */
function withAside(
  { boxes, lines, frames }: Pick<Drawing, 'boxes' | 'lines' | 'frames'>,
  aside: readonly string[],
): Pick<Drawing, 'boxes' | 'lines' | 'frames'> {
  const drawn = { boxes: [...boxes], lines: [...lines], frames };
  for (const [index, place] of aside.entries()) {
    const outer = frames.find(({ owner }) =>
      AGENT_LEAD_TRANSITIONS.some((one) => one.owner === owner && one.to === place),
    )!;
    const bottom = outer.top + outer.height;
    const left = outer.left + PAD * 2 + index * (WIDTH + PAD * 4);
    const top = bottom + DROP;
    drawn.boxes.push({ place, left, top, width: WIDTH, height: HEIGHT, loops: [] });
    const down = left + WIDTH * 0.25;
    const up = left + WIDTH * 0.75;
    const middle = bottom + DROP / 2;
    const into = AGENT_LEAD_TRANSITIONS.filter((one) => one.owner === outer.owner && one.to === place);
    drawn.lines.push({
      id: `${outer.owner}>${place}`,
      from: outer.owner,
      to: place,
      taken: into,
      points: [
        { x: down, y: bottom },
        { x: down, y: top },
      ],
      label: { x: down, y: middle },
    });
    const back = AGENT_LEAD_TRANSITIONS.filter((one) => one.owner === place && one.to === 'back');
    if (back.length > 0)
      drawn.lines.push({
        id: `${place}>back`,
        from: place,
        to: outer.owner,
        taken: back,
        points: [
          { x: up, y: top },
          { x: up, y: bottom },
        ],
        label: { x: up, y: middle },
      });
  }
  return drawn;
}

/** A line with rounded corners. */
export function smooth(points: readonly Point[]): string {
  const middle = (a: Point, b: Point) => `${round((a.x + b.x) / 2)} ${round((a.y + b.y) / 2)}`;
  const [first, ...rest] = points as [Point, ...Point[]];
  const bends = rest
    .slice(0, -1)
    .map((point, index) => `Q${round(point.x)} ${round(point.y)} ${middle(point, rest[index + 1]!)}`);
  const last = rest.at(-1)!;
  return `M${round(first.x)} ${round(first.y)}L${middle(first, rest[0]!)}${bends.join('')}L${round(last.x)} ${round(last.y)}`;
}

const round = (value: number) => Math.round(value * 10) / 10;

interface Taken {
  event: string;
  from: string;
  to: string;
  count: number;
}

/** How often transitions were taken, from any state. `at`: only those out of this state. */
export function countOf(declared: readonly DeclaredTransition[], all: readonly Taken[], at?: string): number {
  return all
    .filter(({ event, from, to }) => {
      if (at !== undefined && from !== at) return false;
      const owner = ownerOf(AGENT_LEAD_TRANSITIONS, from, event);
      return declared.some(
        (one) =>
          one.event === event &&
          one.owner === owner &&
          (one.to === null ? from === to : one.to === 'back' || one.to === to),
      );
    })
    .reduce((sum, { count }) => sum + count, 0);
}
