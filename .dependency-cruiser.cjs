/**
 * The dependency rules (ARCHITECTURE.md). The server's nouns from the bottom up: a noun imports only nouns that come
 * before it in this list, through their index.ts, so imports go down and no cycle is possible. A new noun is one word
 * in this list.
 */
const floors = [
  ['people', 'platform-brand', 'audit-log', 'ledger', 'mail', 'notifications', 'transactions', 'facts'],
  ['accounts', 'stores', 'fees', 'images', 'brands', 'prices'],
  ['api-keys', 'sends', 'balances', 'promo-codes', 'webhooks', 'invoices', 'payments'],
  [
    'applications',
    'fee-collection',
    'loop-out',
    'payment-links',
    'lightning-addresses',
    'deposit-addresses',
    'refunds',
    'withdrawals',
    'partners',
    'merchants',
    'account-care',
    'own-keys',
  ],
  [
    'checkout',
    'tills',
    'revenue',
    'operations',
    'restores',
    'status',
    'greenfield',
    'history',
    'search',
    'dashboard',
    'doctor',
    'brand-editor',
    'sandbox',
  ],
]

const nouns = floors.flat()

const anyOf = (names) => `(${names.join('|')})`
const inNouns = (names) => `^server/src/${anyOf(names)}/`
const isTest = '\\.test\\.ts$'

const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: isTest },
  to: { path: '^(contract|btcpay|sandbox|server|client|cli|web|e2e)/', pathNot: allowed },
})

const betweenWorkspaces = [
  only('contract-stands-alone', '^contract/src', '^contract/src'),
  only('btcpay-stands-alone', '^btcpay/src', '^btcpay/src'),
  only('sandbox-knows-the-wire-only', '^sandbox/src', '^sandbox/src|^btcpay/src/(wire/|amounts|conformance/target)'),
  only('client-knows-the-contract-only', '^client/src', '^client/(src|package\\.json$)|^contract/src'),
  {
    // Others install the client without our other packages, so it may use only the contract's types.
    name: 'client-loads-nothing',
    severity: 'error',
    from: { path: '^client/src', pathNot: isTest },
    to: { pathNot: '^client/(src|package\\.json$)', dependencyTypesNot: ['type-only'] },
  },
  only('cli-knows-the-client-only', '^cli/src', '^cli/(src|package\\.json$)|^client/src/index\\.ts$'),
  only('server-knows-contract-and-btcpay', '^server/src', '^server/src|^contract/src|^btcpay/src|^sandbox/'),
  only('web-knows-the-contract-only', '^web/src', '^web/src|^contract/src'),
  {
    name: 'only-the-start-knows-the-sandbox',
    severity: 'error',
    from: { path: '^server/src', pathNot: `^server/src/start-[a-z-]+\\.ts$|${isTest}` },
    to: { path: '^sandbox/' },
  },
  {
    name: 'contract-imports-zod-only',
    severity: 'error',
    from: { path: '^contract/src', pathNot: isTest },
    to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod' },
  },
]

const serverFloors = [
  only('platform-is-the-ground', '^server/src/platform/', '^server/src/platform/|^contract/|^btcpay/src/guarded'),
  ...nouns.map((noun, place) => ({
    name: `no-upward-import-from-${noun}`,
    severity: 'error',
    from: { path: inNouns([noun]), pathNot: isTest },
    to: {
      path: [inNouns([...nouns.slice(place + 1), 'nobody']), '^server/src/[^/]+\\.ts$'],
      pathNot: '^server/src/(deps|config)\\.ts$',
    },
  })),
  {
    name: 'every-noun-has-a-floor',
    severity: 'error',
    from: { path: '^server/src/[^/]+/', pathNot: inNouns(['platform', ...nouns]) },
    to: {},
  },
  {
    name: 'through-the-door',
    severity: 'error',
    from: { path: '^server/src/([^/]+)/', pathNot: isTest },
    to: { path: '^server/src/[^/]+/', pathNot: '^server/src/(platform|$1)/|^server/src/[^/]+/index\\.ts$' },
  },
  {
    name: 'no-noun-uses-its-own-door',
    severity: 'error',
    from: { path: '^server/src/([^/]+)/' },
    to: { path: '^server/src/$1/index\\.ts$' },
  },
  {
    name: 'tables-know-platform-only',
    severity: 'error',
    from: { path: '^server/src/([^/]+)/table[.a-z-]*\\.ts$' },
    to: { path: '^server/src/', pathNot: '^server/src/(platform|$1)/' },
  },
  {
    name: 'only-routes-serve-http',
    severity: 'error',
    from: { path: inNouns(nouns), pathNot: `/(routes[.a-z0-9-]*|route)\\.ts$|${isTest}` },
    to: { path: '^server/src/platform/http/(register|server|site)\\.ts$' },
  },
  {
    name: 'only-the-database-knows-the-driver',
    severity: 'error',
    from: { path: '^server/src', pathNot: `^server/src/platform/db/|${isTest}` },
    to: { path: 'node_modules/pg/' },
  },
]

/** Message files anywhere import this, and the build compiles it away. */
const messages = '^web/src/lib/message\\.ts$'

/**
 * app → features → frame → lib | ui | content. A feature uses another one only through its index.ts, without cycles.
 */
const browserFloors = [
  only('ui-stands-alone', '^web/src/ui/', `^web/src/ui/|${messages}`),
  only('lib-knows-the-contract-only', '^web/src/lib/', '^web/src/lib/|^contract/'),
  only('content-knows-the-contract-only', '^web/src/content/', `^web/src/content/|^contract/|${messages}`),
  only('frame-is-below-features', '^web/src/frame/', '^web/src/(frame|lib|ui|content)/|^contract/'),
  only(
    'feature-through-its-door',
    '^web/src/features/([^/]+)/',
    '^web/src/features/($1/|[^/]+/index\\.ts$)|^web/src/(frame|lib|ui|content)/|^contract/',
  ),
  {
    // Lazily loaded code is imported by its file, because an index.ts would load everything behind it.
    name: 'app-through-the-door',
    severity: 'error',
    from: { path: '^web/src/(app/|[^/]+$)' },
    to: {
      path: '^web/src/features/',
      pathNot: '^web/src/features/[^/]+/index\\.ts$',
      dependencyTypesNot: ['dynamic-import'],
    },
  },
  {
    name: 'no-feature-uses-its-own-door',
    severity: 'error',
    from: { path: '^web/src/features/([^/]+)/' },
    to: { path: '^web/src/features/$1/index\\.ts$' },
  },
  {
    name: 'no-cycle-between-features',
    severity: 'error',
    scope: 'folder',
    from: { path: '^web/src/features/[^/]+$' },
    to: { circular: true },
  },
]

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    // The build writes the layouts of lists (web/list-layout.ts).
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^list-layout:' } },
    ...betweenWorkspaces,
    ...serverFloors,
    ...browserFloors,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // A component's test draws it inside of the whole app. A sample is shown as text, and uses the client as a shop has it.
    exclude: { path: '(^|/)dist/|^examples/samples/|^web/src/vite-env|^web/test/|^web/src/.*\\.test\\.tsx$' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
