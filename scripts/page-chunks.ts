const entry = /\/src\/browser\.tsx$/;

/**
 * Pages whose code is loaded at once; everything else is loaded on demand. `client` are the pages behind a link, `open`
 * those that are public, and what runs on every page: what these share with a portal must not pull in the portal or
 * Apollo.
 */
const roots: Record<string, RegExp> = {
  base: /\/src\/browser\.tsx$|\/pages\/auth\/auth\.tsx$/,
  data: /\/src\/app\/data-provider\.tsx$/,
  /** Loaded together with the data, whatever page follows. */
  notices: /\/src\/app\/notification-area\.tsx$/,
  agent: /\/pages\/agent-portal\/agent-portal\.tsx$/,
  board: /\/pages\/load-board\/load-board\.tsx$/,
  mover: /\/pages\/lead-portal\/lead-portal\.tsx$/,
  client:
    /\/pages\/client\/(?:client|portal|state-quote|shared-lead|shared-estimate|payment-page|chat|agreement-[a-z-]+)\.tsx$/,
  open: /\/app\/(?:after-load|kept-session)\.ts$|\/pages\/(?:auth\/doors|legal\/legal|email\/email|marketplace\/(?:marketplace|details-page|orders-page)|setup\/setup)\.tsx$/,
};

/** The sources of the pages rendered with the first stylesheet alone; see scripts/split-styles.ts. */
export const firstSources = [
  'src/browser.tsx',
  'src/views/pages/auth/auth.tsx',
  'src/app/data-provider.tsx',
  'src/views/pages/agent-portal/agent-portal.tsx',
  // The server renders it beside the sign-in.
  'src/web/sign-in-brand.ts',
];

/**
 * Small modules of many pages: the name of a separate file, listed in the first file, would cost more than it saves.
 */
const smallParts =
  /\/views\/ui\/(form-errors|use-draft|draft-storage|use-submit|use-focus-on-error|use-token|use-send-key|use-link|use-wide|ask|default-layout|legal-links|legal-layout|choice-chips|masked-input|phone-input)\.tsx?$|\/EnvelopeIcon\.js$|\/with-period\.ts$|\/pages\/auth\/check\.ts$/;

interface Module {
  code: string | null;
  importedIds: readonly string[];
  importers: readonly string[];
  dynamicImporters: readonly string[];
}

interface Modules {
  getModuleInfo: (id: string) => Module | null;
}

/** Characters of source: a module that is loaded for each of its users separately, rather than with others. */
const LARGE = 6000;

/**
 * The chunk of what several later parts share, of one page or of several: dozens of files of half a kilobyte would take
 * longer to request than they take to receive. Null for what a page needs at once, and for what is too large to be received
 * in vain.
 */
function laterChunk(id: string, modules: Modules): string | null {
  const pages = laterPages(id, modules);
  let characters = 0;
  // A chunk includes what its modules import.
  const seen = new Set([id]);
  for (const one of seen) {
    const { code, importedIds = [] } = modules.getModuleInfo(one) ?? {};
    characters += code?.length ?? LARGE;
    if (characters >= LARGE || !isOwn(one) || rootsOf(one, modules, false).size > 0) return null;
    for (const imported of importedIds) {
      const first = firstChunk(imported, modules);
      if (first === null) seen.add(imported);
      else if (pages === 'all' && !FOR_GUESTS.has(first)) return null;
    }
  }
  return lazyUsers(id, modules) > 1 ? `${pages}-later` : null;
}

/** What pages without Apollo and portals may load. */
const FOR_GUESTS = new Set(['base', 'open', 'small']);

/** The page that uses a module later; `portals` for several of them, and `all` if guests are among them. */
function laterPages(id: string, modules: Modules): string {
  const found = rootsOf(id, modules, true);
  const [page = 'all', ...others] = found;
  if (others.length === 0) return page;
  return [...found].every((one) => ['agent', 'board', 'mover'].includes(one)) ? 'portals' : 'all';
}

/** The pages that load a module at once, or, if `later`, also on demand. */
function rootsOf(id: string, modules: Modules, later: boolean): Set<string> {
  const found = new Set<string>();
  const seen = new Set([id]);
  for (const one of seen) {
    const [root] = Object.entries(roots).find(([, pattern]) => pattern.test(one)) ?? [];
    if (root) found.add(root);
    const { importers = [], dynamicImporters = [] } = modules.getModuleInfo(one) ?? {};
    if (!later || !root) for (const importer of importers) seen.add(importer);
    if (later && !root) for (const importer of dynamicImporters) seen.add(importer);
  }
  return found;
}

/** How many parts that are loaded on demand use a module. */
function lazyUsers(id: string, modules: Modules): number {
  const seen = new Set([id]);
  let users = 0;
  for (const one of seen) {
    const { importers = [], dynamicImporters = [] } = modules.getModuleInfo(one) ?? {};
    if (dynamicImporters.length > 0) users += 1;
    for (const importer of importers) seen.add(importer);
  }
  return users;
}

const isOwn = (id: string): boolean =>
  (!id.includes('/node_modules/') || id.includes('/@heroicons/')) &&
  !id.endsWith('/index.html') &&
  !Object.values(roots).some((pattern) => pattern.test(id));

/**
 * The chunk of a module: what a page needs at once is one file, however many dialogs use parts of it later. By default
 * Vite would split each shared part into a separate file, and a dozen small files compress worse than one. What only
 * lazy parts need is left to Vite. What two pages share belongs to neither of them.
 */
function firstChunk(id: string, modules: Modules): string | null {
  // Every page behind the sign-in makes requests.
  if (/@apollo\/client\/react\/(context\/ApolloProvider|hooks\/useQuery)\.js$/.test(id)) return 'data';
  // Every page runs on them, and they are smaller in one file with the rest than in a separate one.
  if (/\/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'base';
  // Three numbers: a lazy part of the first page must not pull in another page's chunk.
  if (id.endsWith('/machines/calendar/durations.ts')) return 'base';
  // Packages are bundled with their users: from here, an index file seems to use everything that it lists.
  if (id.includes('/node_modules/') && !id.includes('/@heroicons/')) return null;
  if (entry.test(id)) return 'base';
  // The pages themselves stay separate chunks: the manifest and the size budgets identify them by their source.
  if (id.endsWith('/index.html') || Object.values(roots).some((pattern) => pattern.test(id))) return null;
  const found = rootsOf(id, modules, false);
  if (found.has('base')) return 'base';
  if (found.has('notices') || (found.has('open') && (found.has('data') || found.has('agent')))) return 'open';
  if (found.has('data')) return 'data';
  // The agents' first list has a budget: what it shares compresses best as one file.
  if (found.has('agent') && found.size > 1) return 'portals';
  const portals = ['board', 'mover', 'agent'].filter((portal) => found.has(portal));
  if (portals.length === 0) return smallParts.test(id) ? 'small' : null;
  return [...portals, ...(portals.length < found.size ? ['guests'] : [])].join('-');
}

const pageChunk = (id: string, modules: Modules): string | null =>
  firstChunk(id, modules) ?? (isOwn(id) ? laterChunk(id, modules) : null);

/** A chunk includes what its modules import, so the most widely used modules are assigned first. */
const order = [
  /^base$/,
  /^open$/,
  /^data$/,
  /^portals$/,
  /-guests$/,
  /-(?!later$)/,
  /^small$/,
  /^(?:agent|board|mover)$/,
  /^portals-later$/,
  /-later$/,
];

/** The groups for Rolldown's `codeSplitting`. */
export const pageChunks = order.map((pattern, index) => ({
  name(id: string, modules: Modules): string | null {
    const chunk = pageChunk(id, modules);
    return chunk !== null && order.findIndex((one) => one.test(chunk)) === index && pattern.test(chunk) ? chunk : null;
  },
  debugName: String(pattern),
  priority: order.length - index,
}));
