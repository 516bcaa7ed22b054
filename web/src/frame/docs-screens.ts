import { paths, pathsOf, type Screens } from './screens.ts'

/** The heading of the documentation's sidebar. */
export const docsGroup = 'For developers'

const chapter = (name: string) => ({ group: docsGroup, name })

/** The chapters of the handbook, in the order in which a developer needs them. Any other path below it shows the first. */
export const docsScreens = {
  docs: { path: paths.docs, nav: chapter('First payment'), page: 'docs/guide', prerender: true },
  docsWebhooks: { path: '/docs/webhooks', nav: chapter('Webhooks'), page: 'docs/webhooks', prerender: true },
  docsReference: { path: '/docs/reference', nav: chapter('Reference'), page: 'docs/reference', prerender: true },
  docsErrors: { path: '/docs/errors', nav: chapter('Errors'), page: 'docs/errors', prerender: true },
  docsSandbox: { path: '/docs/sandbox', nav: chapter('Sandbox tools'), page: 'docs/sandbox', prerender: true },
  docsPlugins: { path: '/docs/plugins', nav: chapter('Shop plugins'), page: 'docs/plugins', prerender: true },
  docsEmbedding: {
    path: '/docs/embedding',
    nav: chapter('Embedded checkout'),
    page: 'docs/embedding',
    prerender: true,
  },
  docsPointOfSale: {
    path: '/docs/point-of-sale',
    nav: chapter('Point of sale'),
    page: 'docs/point-of-sale',
    prerender: true,
  },
  docsClient: { path: '/docs/client', nav: chapter('Client'), page: 'docs/client', prerender: true },
  docsCli: { path: '/docs/cli', nav: chapter('Command line'), page: 'docs/cli', prerender: true },
} as const satisfies Screens

export const docsPaths = pathsOf(docsScreens)
