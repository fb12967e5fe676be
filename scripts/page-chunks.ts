const entry = /\/src\/browser\.tsx$/;

/**
 * The pages that something is loaded for at once; everything else comes later, when it is asked for. `client` are the
 * pages of a link, `open` those that are open to all, and what runs on every page: what these share with a portal must
 * bring neither the portal nor Apollo along.
 */
const roots: Record<string, RegExp> = {
  base: /\/src\/browser\.tsx$|\/pages\/auth\/auth\.tsx$/,
  data: /\/src\/app\/data-provider\.tsx$/,
  /** Loaded beside the data, whatever page follows. */
  notices: /\/src\/app\/notification-area\.tsx$/,
  agent: /\/pages\/agent-portal\/agent-portal\.tsx$/,
  board: /\/pages\/load-board\/load-board\.tsx$/,
  mover: /\/pages\/lead-portal\/lead-portal\.tsx$/,
  client:
    /\/pages\/client\/(?:client|portal|state-quote|shared-lead|shared-estimate|payment-page|chat|agreement-[a-z-]+)\.tsx$/,
  open: /\/app\/(?:after-load|kept-session)\.ts$|\/pages\/(?:auth\/doors|legal\/legal|email\/email|marketplace\/(?:marketplace|details-page|orders-page)|setup\/setup)\.tsx$/,
};

/** The sources of the pages that are drawn with the first stylesheet alone; see scripts/split-styles.ts. */
export const firstSources = [
  'src/browser.tsx',
  'src/views/pages/auth/auth.tsx',
  'src/app/data-provider.tsx',
  'src/views/pages/agent-portal/agent-portal.tsx',
  // The server draws it beside the sign-in.
  'src/web/sign-in-brand.ts',
];

/** Small things of many pages: a file each would cost more, by its name in the first file, than it weighs. */
const smallParts =
  /\/views\/ui\/(form-errors|use-draft|draft-storage|use-submit|use-focus-on-error|use-token|use-send-key|use-link|use-wide|ask|default-layout|legal-links|legal-layout|choice-chips)\.tsx?$/;

interface Modules {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
}

/**
 * The chunk of a module: what a page needs at once is one file, however many dialogs use parts of it later. Vite would
 * cut out each shared part as a file of its own, and a dozen small files compress worse than one. What only later
 * parts need is left to Vite. What two pages share belongs to neither of them.
 */
function pageChunk(id: string, modules: Modules): string | null {
  // Every page behind the door asks for something.
  if (/@apollo\/client\/react\/(context\/ApolloProvider|hooks\/useQuery)\.js$/.test(id)) return 'data';
  // Every page runs on them, and in one file with the rest they are smaller than beside it.
  if (/\/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'base';
  // Three numbers: a part that is loaded later for the first page must not bring another page's chunk along.
  if (id.endsWith('/machines/calendar/durations.ts')) return 'base';
  // Packages come along with who uses them: seen from here, an index file uses all that it lists.
  if (id.includes('/node_modules/') && !id.includes('/@heroicons/')) return null;
  if (entry.test(id)) return 'base';
  // The pages themselves stay chunks of their own: the manifest, and the size budgets, know them by their source.
  if (id.endsWith('/index.html') || Object.values(roots).some((pattern) => pattern.test(id))) return null;
  const found = new Set<string>();
  const seen = new Set([id]);
  const waiting = [id];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const [root] = Object.entries(roots).find(([, pattern]) => pattern.test(one)) ?? [];
    if (root) found.add(root);
    for (const importer of modules.getModuleInfo(one)?.importers ?? []) {
      if (seen.has(importer)) continue;
      seen.add(importer);
      waiting.push(importer);
    }
  }
  if (found.has('base')) return 'base';
  if (found.has('notices') || (found.has('open') && (found.has('data') || found.has('agent')))) return 'open';
  if (found.has('data')) return 'data';
  // The agents' first list is held to a budget: one file of what it shares compresses best.
  if (found.has('agent') && found.size > 1) return 'portals';
  const portals = ['board', 'mover', 'agent'].filter((portal) => found.has(portal));
  if (portals.length === 0) return smallParts.test(id) ? 'small' : null;
  return [...portals, ...(portals.length < found.size ? ['guests'] : [])].join('-');
}

/** A chunk takes along what its modules import; so what everybody needs is given out first. */
const order = [/^base$/, /^open$/, /^data$/, /^portals$/, /-guests$/, /-/, /^small$/, /./];

/** The groups of Rolldown's `codeSplitting`. */
export const pageChunks = order.map((pattern, index) => ({
  name(id: string, modules: Modules): string | null {
    const chunk = pageChunk(id, modules);
    return chunk !== null && order.findIndex((one) => one.test(chunk)) === index && pattern.test(chunk) ? chunk : null;
  },
  debugName: String(pattern),
  priority: order.length - index,
}));
