import { pathsOf, type Screens } from './screens.ts'

export type Portal = 'merchant' | 'partner' | 'admin'

/** The table of screens, second part: each portal shows its own rows only. */
export const portalScreens = {
  merchant: {
    dashboard: {
      path: '/merchant/dashboard',
      nav: { group: 'Overview', name: 'Dashboard' },
      also: ['/', '/merchant'],
      page: 'dashboard/merchant',
    },
    reports: {
      path: '/merchant/reports',
      nav: { group: 'Overview', name: 'Reports' },
      page: 'reports/merchant',
    },
    wallet: {
      path: '/merchant/wallet',
      nav: { group: 'Payments', name: 'Wallet' },
      also: ['/merchant/signing', '/merchant/signing/:requestId'],
      page: 'wallet/merchant',
    },
    ownKeys: { path: '/merchant/wallet/own-keys', title: 'Use your own wallet', page: 'own-keys/merchant' },
    signing: { path: '/merchant/signing', title: 'Sign with your keys', page: 'signing/merchant' },
    signingRequest: {
      path: '/merchant/signing/:requestId',
      title: 'Sign with your keys',
      page: 'signing/merchant',
    },
    invoices: {
      path: '/merchant/invoices',
      title: 'Create Invoice',
      nav: { group: 'Payments', name: 'Invoices' },
      act: { name: 'Create Invoice', query: 'create' },
      page: 'invoices/merchant',
    },
    invoice: { path: '/merchant/invoices/:invoiceId', title: 'Invoice', page: 'invoices/merchant-details' },
    paymentLinks: {
      path: '/merchant/payment-links',
      nav: { group: 'Payments', name: 'Payment Links' },
      act: { name: 'New payment link', query: 'create', managersOnly: true },
      page: 'payment-links/merchant',
    },
    paymentLink: {
      path: '/merchant/payment-links/:linkId',
      title: 'Payment link',
      page: 'payment-links/merchant-details',
    },
    tills: {
      path: '/merchant/pos',
      nav: { group: 'Payments', name: 'Point of Sale' },
      page: 'tills/merchant',
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
      act: { name: 'Send Payment', managersOnly: true },
      page: 'withdrawals/merchant',
    },
    settings: {
      path: '/merchant/settings',
      title: 'Account Settings',
      nav: { group: 'Account', name: 'Settings' },
      page: 'settings/merchant',
    },
    lightningAddress: {
      path: '/merchant/settings/lightning-address',
      title: 'Lightning Address',
      page: 'lightning-addresses/merchant',
    },
    webhook: { path: '/merchant/settings/webhooks/:webhookId', title: 'Webhook', page: 'webhooks/merchant' },
    security: {
      path: '/merchant/security',
      title: 'Security Settings',
      nav: { group: 'Account', name: 'Security' },
      page: 'accounts/security',
    },
    activity: { path: '/merchant/activity', title: 'Activity', page: 'audit-log/merchant' },
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
    withdraw: {
      path: '/partner/withdraw',
      title: 'Withdraw',
      act: { name: 'Withdraw' },
      page: 'partners/partner-withdraw',
    },
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
      act: { name: 'Create Merchant', query: 'create' },
      page: 'merchants/admin',
    },
    merchant: { path: '/admin/merchants/:merchantId', page: 'merchants/admin-details' },
    merchantTab: { path: '/admin/merchants/:merchantId/:tab', page: 'merchants/admin-details' },
    users: {
      path: '/admin/people',
      title: 'Merchant User Management',
      nav: { group: 'Platform', name: 'User Management' },
      also: ['/admin/merchant-users', '/admin/administrators'],
      page: 'merchants/admin-people',
    },
    administrators: { path: '/admin/administrators', title: 'Administrators', page: 'accounts/administrators' },
    applications: {
      path: '/admin/applications',
      nav: { group: 'Platform', name: 'Applications' },
      page: 'applications/admin',
    },
    application: { path: '/admin/applications/:applicationId', page: 'applications/admin-review' },
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
    fees: {
      path: '/admin/fees',
      nav: { group: 'Operations', name: 'Fees' },
      also: ['/admin/fees-owed'],
      page: 'fees/admin',
    },
    feesOwed: { path: '/admin/fees-owed', title: 'Fees owed', page: 'fees/admin-owed' },
    brand: { path: '/admin/brand', nav: { group: 'Operations', name: 'Brand' }, page: 'platform-brand/admin' },
    emails: { path: '/admin/emails', nav: { group: 'Operations', name: 'Emails' }, page: 'mail/admin' },
    auditLog: {
      path: '/admin/act-log',
      nav: { group: 'Operations', name: 'Audit Log' },
      page: 'audit-log/admin',
    },
    system: {
      path: '/admin/system',
      nav: { group: 'Operations', name: 'System' },
      also: ['/admin/doctor', '/admin/incidents', '/admin/restore'],
      page: 'operations/admin',
    },
    doctor: { path: '/admin/doctor', title: 'Doctor', page: 'doctor/admin' },
    incidents: { path: '/admin/incidents', title: 'Incidents', page: 'status/admin' },
    restore: { path: '/admin/restore', title: 'After the restore', page: 'restores/admin' },
    security: {
      path: '/admin/security',
      title: 'Security Settings',
      nav: { group: 'Operations', name: 'Security' },
      page: 'accounts/security',
    },
  },
} as const satisfies Record<Portal, Screens>

type Rows = typeof portalScreens

/** The names of a portal's screens that have an entry in its sidebar. */
export type NavName<P extends Portal> = {
  [Name in keyof Rows[P]]: Rows[P][Name] extends { nav: object } ? Name : never
}[keyof Rows[P]]

/** Where each screen of a portal is, for links: `portalPaths.merchant.invoices`. */
export const portalPaths = {
  merchant: pathsOf(portalScreens.merchant),
  partner: pathsOf(portalScreens.partner),
  admin: pathsOf(portalScreens.admin),
}
