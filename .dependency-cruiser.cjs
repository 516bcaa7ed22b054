/**
 * The house's rule: imports point down, and siblings never meet (ARCHITECTURE.md). Captures make it hold for a module on
 * the day it appears.
 */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.ts$' },
  to: { path: '^(contract|btcpay|sandbox|server|client|web|e2e)/', pathNot: allowed },
})

/** app → features → frame → lib | ui | content. A feature uses another one through its index.ts only, without cycles. */
const browserFloors = [
  only('ui-stands-alone', '^web/src/ui/', '^web/src/ui/'),
  only('lib-knows-the-contract-only', '^web/src/lib/', '^web/src/lib/|^contract/'),
  only('content-knows-the-contract-only', '^web/src/content/', '^web/src/content/|^contract/'),
  only('frame-is-below-features', '^web/src/frame/', '^web/src/(frame|lib|ui|content)/|^contract/'),
  only(
    'feature-through-its-door',
    '^web/src/features/([^/]+)/',
    '^web/src/features/($1/|[^/]+/index\\.ts$)|^web/src/(frame|lib|ui|content)/|^contract/',
  ),
  {
    // What is loaded later is named by its file: a door would bring everything behind it.
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
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },

    // Between workspaces.
    only('contract-stands-alone', '^contract/src', '^contract/src'),
    only('btcpay-stands-alone', '^btcpay/src', '^btcpay/src'),
    only('sandbox-knows-the-wire-only', '^sandbox/src', '^sandbox/src|^btcpay/src/(wire/|amounts|conformance/target)'),
    only('client-knows-the-contract-only', '^client/src', '^client/src|^contract/src'),
    {
      // What others install brings nothing along: the contract is there for the types, and nothing else is.
      name: 'client-loads-nothing',
      severity: 'error',
      from: { path: '^client/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^client/src', dependencyTypesNot: ['type-only'] },
    },
    only('web-knows-the-contract-only', '^web/src', '^web/src|^contract/src'),
    {
      name: 'only-the-start-knows-the-sandbox',
      severity: 'error',
      from: { path: '^server/src', pathNot: '^server/src/start-[a-z-]+\\.ts$|\\.test\\.ts$' },
      to: { path: '^sandbox/' },
    },
    {
      name: 'contract-imports-zod-only',
      severity: 'error',
      from: { path: '^contract/src', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod' },
    },

    // Down the floors of the server.
    only('platform-is-the-ground', '^server/src/platform/', '^server/src/platform/|^contract/|^btcpay/src/guarded'),
    only(
      'modules-never-meet',
      '^server/src/modules/([^/]+)/',
      '^server/src/modules/$1/|^server/src/platform/|^contract/',
    ),
    only(
      'views-only-read',
      '^server/src/views/',
      '^server/src/views/|^server/src/(platform/|config\\.ts|deps\\.ts)|^contract/',
    ),
    only(
      'flows-introduce-modules',
      '^server/src/flows/',
      '^server/src/(flows|modules|views|platform)/|^server/src/(config|deps)\\.ts|^contract/|^btcpay/',
    ),
    only(
      'workers-call-flows',
      '^server/src/workers/',
      '^server/src/(workers|flows|modules|views|platform)/|^server/src/(config|deps)\\.ts|^contract/|^btcpay/',
    ),
    only(
      'api-by-audience',
      '^server/src/api/([^/]+)/',
      '^server/src/api/$1/|^server/src/(flows|modules|views|platform)/|^server/src/(config|deps)\\.ts|^contract/',
    ),
    {
      name: 'only-the-database-knows-the-driver',
      severity: 'error',
      from: { path: '^server/src', pathNot: '^server/src/platform/db/|\\.test\\.ts$' },
      to: { path: 'node_modules/pg/' },
    },

    ...browserFloors,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|^web/src/vite-env' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
