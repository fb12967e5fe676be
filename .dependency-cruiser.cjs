// Which room may import what. Rooms are runtimes (src/machines, src/api, src/gateway, src/app, src/views); inside
// them, nouns. `npm run validate` holds the code to it.

/** Rooms of the API that every noun stands on. */
const ground = 'configuration|database|document|engine|file|http|job|link|live|mail|payment|place';

/** Packages of the browser's views. */
const viewPackages = [
  'react',
  'react-dom',
  'react-hook-form',
  'wouter',
  '@headlessui/react',
  '@dagrejs/dagre',
  '@heroicons/react',
  '@apollo/client',
  '@graphql-typed-document-node/core',
  '@xstate/react',
  'xstate',
  'dayjs',
  'graphql',
  '@tanstack/react-virtual',
  '@atlaskit/pragmatic-drag-and-drop',
  '@stripe/[^/]+',
  '@fontsource[^/]*/inter',
  'signature_pad',
  'd3-geo',
  'topojson-client',
  'topojson-specification',
  'us-atlas',
  'maplibre-gl',
  'pmtiles',
  'node-diff3',
];

const packages = (names) => `node_modules/(?:@types/)?(?:${names.join('|')})/`;
const nodeBuiltIn = { dependencyTypes: ['core'] };

/** A room that may import only what `allowed` matches. */
const only = (name, from, allowed, why) => ({
  name,
  comment: why,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { pathNot: allowed },
});

/** Rooms that `from` may not import. */
const never = (name, from, to, why) => ({
  name,
  comment: why,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: typeof to === 'string' ? { path: to } : to,
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'Two files that need each other are one file, or hide a third. (Types may: they are gone at run time.)',
      severity: 'error',
      from: { pathNot: '^src/generated/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    only(
      'machines',
      '^src/machines/',
      ['^src/machines/', packages(['xstate', 'dayjs'])],
      'What may happen is pure: it runs in the API, in the browser and in the tests alike.',
    ),
    only(
      'views',
      '^src/views/',
      ['^src/(views|machines|generated)/', packages([...viewPackages, 'vite'])],
      'A view renders and sends events; everything it needs is provided to it.',
    ),
    never(
      'a-noun-imports-no-other-noun',
      '^src/views/(?!pages/)([^/]+)/',
      { path: '^src/views/[^/]+/', pathNot: ['^src/views/$1/', '^src/views/ui/'] },
      'Pages compose nouns; a noun stands on primitives alone.',
    ),
    never('ui-imports-no-noun', '^src/views/ui/', '^src/views/(?!ui/)[^/]+/', 'Primitives know no noun.'),
    never(
      'a-portal-reads-with-its-client',
      '^src/views/(?!(?:brokerage|chat/client|legal|marketplace|ui|pages/(?:auth|client|email|legal|marketplace|setup))/|settings/service-test)',
      '^src/views/ui/(ask|use-answer)\\.ts$',
      'ask() is for pages without an account, which load no Apollo (and for the set-up, which shares the service tests).',
    ),
    only(
      'app',
      '^src/app/',
      ['^src/(app|machines|views|generated)/', packages([...viewPackages, 'rxjs', 'graphql-ws'])],
      'The composition root of the browser.',
    ),
    never(
      'gateway',
      '^src/gateway/',
      '^src/(api|demo|machines|mailbox|payment-sandbox|embedded-database|app|views)/',
      'It reaches the API over HTTP only, so that both can run apart.',
    ),
    never('api', '^src/api/', '^src/(gateway|app|views|demo)/', 'The API knows none of its callers.'),
    never(
      'an-api-noun-uses-no-routes-of-another',
      '^src/api/([^/]+)/',
      { path: '^src/api/[^/]+/.*routes\\.ts$', pathNot: ['^src/api/$1/'] },
      'Where a transition spans two nouns, it uses what the other one can store and say, not how it is called.',
    ),
    {
      name: 'api-uses-laws-only',
      comment: 'A flow is the behaviour of a screen.',
      severity: 'error',
      from: { path: '^src/api/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/machines/.*\\.machine\\.ts$' },
    },
    {
      name: 'the-ground-knows-no-noun',
      comment: 'Every noun stands on these rooms, and on what stands beside the API.',
      severity: 'error',
      from: { path: `^src/(api/(${ground})|mailbox|payment-sandbox|embedded-database)/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^src/api/(?!(${ground})/)[^/]+/` },
    },
    {
      name: 'only-the-press-draws',
      comment: 'The libraries of fonts and pages are loaded by the thread that prints, which ends when it is idle.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['\\.test\\.ts$', '^src/api/agreement/(pdf[^/]*|agreement-pdf|press-thread)\\.ts$'],
      },
      to: { path: '^src/api/agreement/(pdf[^/]*|agreement-pdf)\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'embedded-database-stands-alone',
      comment: 'It runs PostgreSQL for whoever wants one.',
      severity: 'error',
      from: { path: '^src/embedded-database/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(?!embedded-database/)' },
    },
    {
      name: 'browser-code-has-no-server-parts',
      comment: 'A built-in module of Node breaks in a browser.',
      severity: 'error',
      from: { path: '^src/(machines|views|app|browser|service-worker)', pathNot: '\\.test\\.tsx?$' },
      to: nodeBuiltIn,
    },
    {
      name: 'nothing-imports-tests',
      comment: 'What runs for users does not contain tests.',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.tsx?$' },
      to: { path: ['^tests/', '\\.test\\.tsx?$', '^scripts/', '^bench/'] },
    },
    {
      name: 'declared-dependencies',
      comment: 'What is imported is pinned in package.json.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'server-runs-on-dependencies',
      comment: 'A development dependency may be missing where the server runs. (The browser bundle is built before.)',
      severity: 'error',
      from: {
        path: '^src/(api|gateway|demo|mailbox|payment-sandbox|embedded-database|web|server|process)',
        pathNot: '\\.test\\.ts$',
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.](css|svg|woff2)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'browser', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
    skipAnalysisNotInRules: true,
  },
};
