export type Screen = {
  path: string
  /** `invoices/merchant` is features/invoices/pages/merchant.tsx. Its default export is fetched when the screen is shown. */
  page: `${string}/${string}`
  /**
   * In the tab, and at the head of the page unless the page has another heading. Without it the name of the sidebar entry,
   * and without that the page decides.
   */
  title?: string
  /** The entry in the sidebar of its portal or of the documentation, in the order of this table. */
  nav?: { group?: string; name: string }
  /** What people come here to do, for the search. With a query it is a form of this page, without one the whole page. */
  act?: {
    name: string
    query?: string
    /** A merchant's cashiers may not. */
    managersOnly?: true
  }
  /** Other paths that highlight the entry. They show this screen too, unless they are a screen of their own. */
  also?: readonly string[]
  /** Rendered at build time, for people and machines that run no scripts. Not for forms: typed text would be lost. */
  prerender?: true
}

/**
 * The table of screens, first part: what is the same for everyone. The portals' rows are in portal-screens.ts and the
 * handbook's in docs-screens.ts, so that a visitor doesn't load them. The checkout and the payment link page are HTML files of their own (vite.config.ts).
 */
export const screens = {
  public: {
    home: { path: '/', page: 'site/landing', prerender: true },
    about: { path: '/about', page: 'site/about', prerender: true },
    contact: { path: '/contact', page: 'site/contact', prerender: true },
    terms: { path: '/terms', page: 'site/terms', prerender: true },
    privacy: { path: '/privacy', page: 'site/privacy', prerender: true },
    getStarted: { path: '/get-started', page: 'applications/public' },
    application: { path: '/application', page: 'applications/applicant' },
    status: { path: '/status', title: 'Status', page: 'status/public' },
    pricing: { path: '/pricing', page: 'site/pricing', prerender: true },
    help: { path: '/help', page: 'help/center', prerender: true },
    helpArticle: { path: '/help/:article', page: 'help/article', prerender: true },
    login: { path: '/login', page: 'accounts/login' },
    resetPassword: { path: '/reset-password', page: 'accounts/reset-password' },
    welcome: { path: '/welcome', page: 'accounts/welcome' },
    stopChange: { path: '/stop-change', page: 'account-care/stop-change' },
    authorizePlugin: {
      path: '/btcpay/api-keys/authorize',
      page: 'api-keys/authorize-plugin',
      // For plugins that drop the path of a BTCPay Server's address.
      also: ['/api-keys/authorize'],
    },
  },
  sandbox: {
    sandbox: { path: '/sandbox', title: 'Sandbox', page: 'sandbox/sandbox' },
  },
} as const satisfies Record<string, Screens>

export type Screens = Record<string, Screen>

/** What the tab says. */
export const titleOf = ({ title, nav }: Screen) => title ?? nav?.name

/** The path of each row. */
export const pathsOf = <Rows extends Screens>(rows: Rows) =>
  Object.fromEntries(Object.entries(rows).map(([name, { path }]) => [name, path])) as {
    readonly [Name in keyof Rows]: Rows[Name]['path']
  }

/** Where each screen is, for links: `paths.contact`. */
export const paths = { ...pathsOf(screens.public), ...pathsOf(screens.sandbox), docs: '/docs' } as const

type ParamsOf<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never

/** A path with its parameters filled in: `pathTo(portalPaths.admin.merchant, { merchantId })`. */
export const pathTo = <P extends string>(path: P, params: Record<ParamsOf<P>, string | number>): string =>
  Object.entries<string | number>(params).reduce<string>(
    (filled, [name, value]) => filled.replace(`:${name}`, encodeURIComponent(value)),
    path,
  )
