import { Graph, layout } from '@dagrejs/dagre';
import type { LeadHistoryFragment } from '#src/generated/graphql/graphql.ts';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import type { AgentLeadStage, AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { graphOf } from '#src/machines/lifecycle-graph.ts';
import { showDay } from '#src/views/ui/dates.ts';
import { STAGE_NAMES, TAB_NAMES } from '../lead-names.ts';
import { SCROLL_CUE } from '#src/views/ui/scroll-cue.ts';

type History = LeadHistoryFragment['history'];

const WIDTH = 132;
const HEIGHT = 44;

interface Box {
  id: string;
  name: string;
  x: number;
  y: number;
  /** When the lead first reached this state. */
  at: string | null;
}

interface Line {
  id: string;
  points: { x: number; y: number }[];
  isTaken: boolean;
}

const idOf = (state: string, stage: string | null | undefined) => ['live', state, stage].filter(Boolean).join('.');

/** Lays out the live model from left to right, and highlights the path of this lead. */
function draw(history: History): { boxes: Box[]; lines: Line[]; width: number; height: number } {
  const { nodes, edges } = graphOf(agentLeadLifecycle.machine);
  const isThere = (id: string) => nodes.some((node) => node.id === id);
  const visits = new Map<string, string>();
  const taken = new Set<string>();
  for (const entry of history) {
    const to = entry.isArchived ? 'archived' : idOf(entry.toState, entry.toStage);
    if (!visits.has(to)) visits.set(to, entry.at);
    if (entry.fromState) taken.add(`${idOf(entry.fromState, entry.fromStage)}>${to}`);
  }
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 26, ranksep: 44, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  // Archiving is possible from every state, and drawing all those edges would hide the path. Shown only if it happened.
  const shown = nodes.filter(({ id }) => id !== 'archived' || visits.has('archived'));
  const pairs = new Set(edges.filter(({ to }) => to !== 'archived').map(({ from, to }) => `${from}>${to}`));
  // A state that the lifecycle no longer has is not drawn.
  for (const pair of taken) if (pair.endsWith('>archived') && isThere(pair.split('>')[0]!)) pairs.add(pair);
  for (const { id } of shown) graph.setNode(id, { width: WIDTH, height: HEIGHT });
  for (const pair of pairs) {
    const [from, to] = pair.split('>') as [string, string];
    // Edges that the lead took have the highest weight, so that its path is straight.
    graph.setEdge(from, to, { weight: taken.has(pair) ? 8 : 1 });
  }
  layout(graph);
  const boxes = shown.map(({ id, path }) => {
    const { x, y } = graph.node(id) as { x: number; y: number };
    const name = path[2]
      ? STAGE_NAMES[path[2] as AgentLeadStage]
      : path[1]
        ? TAB_NAMES[path[1] as AgentLeadTab]
        : 'Archived';
    return { id, name, x, y, at: visits.get(id) ?? null };
  });
  const lines = [...pairs].map((pair) => {
    const [v, w] = pair.split('>') as [string, string];
    return {
      id: pair,
      points: (graph.edge({ v, w }) as { points: { x: number; y: number }[] }).points,
      isTaken: taken.has(pair),
    };
  });
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return { boxes, lines, width, height };
}

/** The live model of the lead's lifecycle, with this lead's path in green. Scrolls inside its frame on a phone. */
export default function LeadDiagram({ history }: { history: History }) {
  const { boxes, lines, width, height } = draw(history);
  const way = boxes.filter((box) => box.at).map((box) => box.name);
  const last = history.reduce((one, other) => (other.at > one.at ? other : one));
  const current = last.isArchived ? 'archived' : idOf(last.toState, last.toStage);
  const here = boxes.find(({ id }) => id === current);
  return (
    // Anything that scrolls must be reachable by keyboard.
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      // Scrolls to the current state first.
      ref={(frame) => {
        if (frame && here) frame.scrollLeft = here.x - frame.clientWidth / 2;
      }}
      aria-label="Workflow diagram"
      className="overflow-x-auto rounded-lg border border-gray-200"
      style={SCROLL_CUE}
    >
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`This lead has been in: ${way.join(', ')}.`}
      >
        <defs>
          {['taken', 'open'].map((kind) => (
            <marker
              key={kind}
              id={`arrow-${kind}`}
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              orient="auto-start-reverse"
            >
              <path d="M0 0 8 4 0 8z" className={kind === 'taken' ? 'fill-primary-600' : 'fill-gray-300'} />
            </marker>
          ))}
        </defs>
        {lines.map(({ id, points, isTaken }) => (
          <polyline
            key={id}
            points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
            fill="none"
            className={isTaken ? 'stroke-primary-600' : 'stroke-gray-300'}
            strokeWidth={isTaken ? 2 : 1}
            markerEnd={`url(#arrow-${isTaken ? 'taken' : 'open'})`}
          />
        ))}
        {boxes.map(({ id, name, x, y, at }) => (
          <g key={id} transform={`translate(${x - WIDTH / 2} ${y - HEIGHT / 2})`}>
            <rect
              width={WIDTH}
              height={HEIGHT}
              rx={8}
              strokeWidth={id === current ? 2 : 1}
              className={at ? 'fill-primary-50 stroke-primary-600' : 'fill-white stroke-gray-300'}
            />
            <text
              x={WIDTH / 2}
              y={at ? 19 : 26}
              textAnchor="middle"
              fontSize={12}
              className={at ? 'fill-gray-900' : 'fill-gray-600'}
            >
              {name}
            </text>
            {at && (
              <text x={WIDTH / 2} y={34} textAnchor="middle" fontSize={11} className="fill-primary-700">
                {showDay(at)}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}
