/** Who a screen is for. Portals show their own screens only; the others are the same for everyone. */
export type Audience = 'public' | 'customer' | 'sandbox' | Portal
export type Portal = 'merchant' | 'partner' | 'admin'

export type Screen = {
  path: string
  /** `invoices/merchant` is features/invoices/pages/merchant.tsx. Its default export is fetched when the screen is shown. */
  page: `${string}/${string}`
  /**
   * In the tab, and at the head of the page unless the page has another heading. Without it the name of the sidebar entry,
   * and without that the page decides.
   */
  title?: string
  /** The entry in the portal's sidebar, in the order of this table. */
  nav?: { group?: string; name: string }
  /** Other paths that highlight the entry. They show this screen too, unless they are a screen of their own. */
  also?: readonly string[]
  /** The page has paths below its own. */
  deep?: true
  /** Rendered at build time, for people and machines that run no scripts. Not for forms: typed text would be lost. */
  prerender?: true
}

/** Every screen of the application. The checkout and the payment link page are HTML files of their own (vite.config.ts). */
export const screens = {
  public: {
    home: { path: '/', page: 'site/landing', prerender: true },
    about: { path: '/about', page: 'site/about', prerender: true },
    contact: { path: '/contact', page: 'site/contact', prerender: true },
    terms: { path: '/terms', page: 'site/terms', prerender: true },
    privacy: { path: '/privacy', page: 'site/privacy', prerender: true },
    getStarted: { path: '/get-started', page: 'applications/public' },
    status: { path: '/status', title: 'Status', page: 'status/public' },
    docs: { path: '/docs', page: 'docs/public', deep: true },
    login: { path: '/login', page: 'accounts/login' },
    resetPassword: { path: '/reset-password', page: 'accounts/reset-password' },
    authorizePlugin: { path: '/btcpay/api-keys/authorize', page: 'api-keys/authorize-plugin' },
  },
  customer: {
    refund: { path: '/r/:token', page: 'refunds/customer' },
  },
  sandbox: {
    sandbox: { path: '/sandbox', title: 'Sandbox', page: 'sandbox/sandbox' },
  },
  merchant: {
    dashboard: {
      path: '/merchant/dashboard',
      nav: { group: 'Overview', name: 'Dashboard' },
      also: ['/', '/merchant'],
      page: 'dashboard/merchant',
    },
    wallet: {
      path: '/merchant/wallet',
      nav: { group: 'Payments', name: 'Wallet' },
      page: 'balances/merchant',
    },
    invoices: {
      path: '/merchant/invoices',
      title: 'Create Invoice',
      nav: { group: 'Payments', name: 'Invoices' },
      page: 'invoices/merchant',
    },
    invoice: { path: '/merchant/invoices/:invoiceId', title: 'Invoice', page: 'invoices/merchant-details' },
    paymentLinks: {
      path: '/merchant/payment-links',
      nav: { group: 'Payments', name: 'Payment Links' },
      page: 'payment-links/merchant',
    },
    transactions: {
      path: '/merchant/transactions',
      title: 'Transaction Center',
      nav: { group: 'Payments', name: 'Transactions' },
      page: 'transactions/merchant',
    },
    send: {
      path: '/merchant/send',
      title: 'Process Customer Withdrawal',
      nav: { group: 'Payments', name: 'Send Payment' },
      page: 'withdrawals/merchant',
    },
    settings: {
      path: '/merchant/settings',
      title: 'Account Settings',
      nav: { group: 'Account', name: 'Settings' },
      page: 'merchants/merchant',
    },
    security: {
      path: '/merchant/security',
      title: 'Security Settings',
      nav: { group: 'Account', name: 'Security' },
      page: 'accounts/security',
    },
  },
  partner: {
    dashboard: {
      path: '/partner/dashboard',
      nav: { name: 'Dashboard' },
      also: ['/', '/partner'],
      page: 'partners/partner',
    },
    wallet: {
      path: '/partner/wallet',
      nav: { name: 'Wallet' },
      also: ['/partner/withdraw'],
      page: 'partners/partner-wallet',
    },
    transactions: {
      path: '/partner/transactions',
      nav: { name: 'Transactions' },
      page: 'partners/partner-transactions',
    },
    withdraw: { path: '/partner/withdraw', title: 'Withdraw', page: 'partners/partner-withdraw' },
    settings: {
      path: '/partner/settings',
      title: 'Security Settings',
      nav: { name: 'Settings' },
      page: 'accounts/security',
    },
  },
  admin: {
    dashboard: {
      path: '/admin/dashboard',
      nav: { group: 'Platform', name: 'Dashboard' },
      also: ['/', '/admin'],
      page: 'dashboard/admin',
    },
    merchants: {
      path: '/admin/merchants',
      title: 'Merchant Management',
      nav: { group: 'Platform', name: 'Merchants' },
      page: 'merchants/admin',
    },
    merchant: { path: '/admin/merchants/:merchantId', page: 'merchants/admin-details' },
    users: {
      path: '/admin/merchant-users',
      nav: { group: 'Platform', name: 'User Management' },
      page: 'merchants/admin-users',
    },
    applications: {
      path: '/admin/applications',
      nav: { group: 'Platform', name: 'Applications' },
      page: 'applications/admin',
    },
    partners: {
      path: '/admin/partners',
      nav: { group: 'Platform', name: 'Partners' },
      page: 'partners/admin',
    },
    partner: { path: '/admin/partners/:partnerId', page: 'partners/admin-details' },
    promoCodes: {
      path: '/admin/promo-codes',
      nav: { group: 'Platform', name: 'Promo Codes' },
      page: 'promo-codes/admin',
    },
    loopOut: {
      path: '/admin/lightning-loop-out',
      nav: { group: 'Platform', name: 'Lightning Loop-Out' },
      page: 'loop-out/admin',
    },
    transactions: {
      path: '/admin/transactions',
      title: 'All Transactions',
      nav: { group: 'Analytics', name: 'Transactions' },
      page: 'transactions/admin',
    },
    revenue: {
      path: '/admin/revenue',
      nav: { group: 'Analytics', name: 'Revenue' },
      page: 'revenue/admin',
    },
    fees: { path: '/admin/fees', nav: { group: 'Operation', name: 'Fees' }, page: 'fees/admin' },
    auditLog: {
      path: '/admin/act-log',
      nav: { group: 'Operation', name: 'Act Log' },
      page: 'audit-log/admin',
    },
    system: {
      path: '/admin/system',
      nav: { group: 'Operation', name: 'System' },
      page: 'operations/admin',
    },
    security: {
      path: '/admin/security',
      title: 'Security Settings',
      nav: { group: 'Operation', name: 'Security' },
      page: 'accounts/security',
    },
  },
} as const satisfies Record<Audience, Record<string, Screen>>

/** What the tab says. */
export const titleOf = ({ title, nav }: Screen) => title ?? nav?.name

export const screensOf = (audience: Audience): [name: string, screen: Screen][] => Object.entries(screens[audience])

type Screens = typeof screens
type PathOf<S> = S extends { path: infer P } ? P : never

/** The names of a portal's screens that have an entry in its sidebar. */
export type NavName<P extends Portal> = {
  [N in keyof Screens[P]]: Screens[P][N] extends { nav: object } ? N : never
}[keyof Screens[P]]

const pathsOf = <A extends Audience>(audience: A) =>
  Object.fromEntries(screensOf(audience).map(([name, { path }]) => [name, path])) as {
    readonly [N in keyof Screens[A]]: PathOf<Screens[A][N]>
  }

/** Where each screen is, for links: `paths.merchant.invoices`. */
export const paths = {
  ...pathsOf('public'),
  ...pathsOf('customer'),
  ...pathsOf('sandbox'),
  merchant: pathsOf('merchant'),
  partner: pathsOf('partner'),
  admin: pathsOf('admin'),
}

type ParamsOf<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never

/** A path with its parameters filled in: `pathTo(paths.admin.merchant, { merchantId })`. */
export const pathTo = <P extends string>(path: P, params: Record<ParamsOf<P>, string | number>): string =>
  Object.entries<string | number>(params).reduce<string>(
    (filled, [name, value]) => filled.replace(`:${name}`, encodeURIComponent(value)),
    path,
  )
