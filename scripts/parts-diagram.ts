import { Graph, layout } from '@dagrejs/dagre';

/** The parts of the product (`PARTS`), who uses them, and what they depend on. */
const nodes: Record<string, { lines: string[]; kind: 'person' | 'part' | 'store' | 'other' }> = {
  people: { lines: ['Browsers', 'agents, carriers, movers,', 'buyers, clients'], kind: 'person' },
  providers: { lines: ['Other programs', 'lead providers, calendars,', 'webhooks’ receivers'], kind: 'person' },
  web: { lines: ['web', 'pages, scripts, first paint'], kind: 'part' },
  gateway: { lines: ['gateway', 'GraphQL, sessions, live updates'], kind: 'part' },
  api: { lines: ['api', 'REST: lifecycles, rights, documents'], kind: 'part' },
  worker: { lines: ['worker', 'jobs: emails, payments, PDFs'], kind: 'part' },
  database: { lines: ['PostgreSQL', 'embedded, or DATABASE_URL'], kind: 'store' },
  files: { lines: ['Files', 'a folder, or S3_URL'], kind: 'store' },
  mail: { lines: ['Mail server', 'embedded mailbox, or SMTP_URL'], kind: 'other' },
  stripe: { lines: ['Payments', 'sandbox, or Stripe'], kind: 'other' },
  ai: { lines: ['Assistant', 'scripted, or AI_URL'], kind: 'other' },
  register: { lines: ['Carrier register', 'samples, or FMCSA'], kind: 'other' },
};
const edges: [string, string][] = [
  ['people', 'web'],
  ['people', 'gateway'],
  ['providers', 'api'],
  ['web', 'api'],
  ['gateway', 'api'],
  ['api', 'database'],
  ['api', 'files'],
  ['api', 'ai'],
  ['api', 'register'],
  ['api', 'stripe'],
  ['worker', 'database'],
  ['worker', 'files'],
  ['worker', 'mail'],
  ['worker', 'stripe'],
];

const LETTER = 6.6;
const LINE = 17;
const FILLS = { person: '#eff6ff', part: '#ecfdf3', store: '#f9fafb', other: '#fffbeb' } as const;
const STROKES = { person: '#93c5fd', part: '#15803d', store: '#9ca3af', other: '#f59e0b' } as const;

/** The diagram as SVG, left to right, on white, so that it is readable on a dark page as well. */
export function partsDiagram(): string {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 18, ranksep: 70, marginx: 20, marginy: 20 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const [id, { lines }] of Object.entries(nodes))
    graph.setNode(id, {
      width: Math.max(...lines.map((line) => line.length)) * LETTER + 28,
      height: lines.length * LINE + 16,
    });
  for (const [from, to] of edges) graph.setEdge(from, to);
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  const lines = graph.edges().map((edge: { v: string; w: string }) => {
    const { points = [] } = graph.edge(edge) as { points?: { x: number; y: number }[] };
    const path = points.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`).join('L');
    return `<path d="M${path}" fill="none" stroke="#9ca3af" stroke-width="1.5" marker-end="url(#end)"/>`;
  });
  const boxes = Object.entries(nodes).map(([id, { lines: texts, kind }]) => {
    const node = graph.node(id) as { x: number; y: number; width: number; height: number };
    const [x, y] = [node.x - node.width / 2, node.y - node.height / 2];
    const words = texts.map(
      (text, index) =>
        `<text x="${Math.round(node.x)}" y="${Math.round(y + 22 + index * LINE)}"${index === 0 ? ' font-weight="600" fill="#111827"' : ''}>${text}</text>`,
    );
    return `<rect x="${Math.round(x)}" y="${Math.round(y)}" width="${Math.round(node.width)}" height="${Math.round(node.height)}" rx="8" fill="${FILLS[kind]}" stroke="${STROKES[kind]}"/>${words.join('')}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}" font-family="system-ui, sans-serif" font-size="12" fill="#4b5563" text-anchor="middle" role="img" aria-label="Parts of the product">
<defs><marker id="end" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#9ca3af"/></marker></defs>
<rect width="100%" height="100%" fill="#ffffff"/>
${lines.join('\n')}
${boxes.join('\n')}
</svg>
`;
}
