/** Every path of a portal and its heading. */
export const adminRoutes: Record<string, string | RegExp> = {
  '/admin': 'Platform Dashboard',
  '/admin/dashboard': 'Platform Dashboard',
  '/admin/merchants': 'Merchant Management',
  '/admin/merchants/999999': /./,
  '/admin/merchants/999999/people': /./,
  '/admin/people': 'Merchant User Management',
  '/admin/merchant-users': 'Merchant User Management',
  '/admin/administrators': 'Administrators',
  '/admin/applications': 'Merchant Applications',
  '/admin/applications/999999': 'Application',
  '/admin/transactions': 'All Transactions',
  '/admin/partners': 'Partners',
  '/admin/partners/999999': /./,
  '/admin/promo-codes': 'Promo Codes',
  '/admin/lightning-loop-out': 'Lightning Loop-Out',
  '/admin/revenue': 'Revenue',
  '/admin/fees': 'Fees',
  '/admin/fees-owed': 'Fees owed',
  '/admin/brand': 'Brand',
  '/admin/emails': 'Emails',
  '/admin/act-log': 'Audit Log',
  '/admin/system': 'System',
  '/admin/doctor': 'Doctor',
  '/admin/incidents': 'Incidents',
  '/admin/restore': 'After the restore',
  '/admin/security': 'Security Settings',
}

export const merchantRoutes: Record<string, string | RegExp> = {
  '/merchant': /^Good (morning|afternoon|evening), /,
  '/merchant/dashboard': /^Good (morning|afternoon|evening), /,
  '/merchant/reports': 'Reports',
  '/merchant/wallet': 'Wallet',
  '/merchant/wallet/own-keys': 'Use your own wallet',
  '/merchant/signing': 'Sign with your keys',
  '/merchant/signing/999999': 'Sign with your keys',
  '/merchant/invoices': 'Invoices',
  '/merchant/payment-links': 'Payment Links',
  '/merchant/payment-links/999999': 'Payment link',
  '/merchant/pos': 'Point of Sale',
  '/merchant/transactions': 'Transaction Center',
  '/merchant/send': 'Process Customer Withdrawal',
  '/merchant/settings': 'Account Settings',
  '/merchant/settings/lightning-address': 'Lightning Address',
  '/merchant/settings/webhooks/999999': 'Webhook',
  '/merchant/security': 'Security Settings',
  '/merchant/activity': 'Activity',
}

export const partnerRoutes: Record<string, string | RegExp> = {
  '/partner': /^Welcome back, /,
  '/partner/dashboard': /^Welcome back, /,
  '/partner/wallet': 'Wallet',
  '/partner/transactions': 'Transactions',
  '/partner/withdraw': /^Withdraw/,
  '/partner/settings': 'Security Settings',
}

export const portalRoutes = { admin: adminRoutes, merchant: merchantRoutes, partner: partnerRoutes }

/** Open to everyone, signed in or not. */
export const publicRoutes: Record<string, string | RegExp> = {
  '/about': 'Bitcoin payments that go straight to you',
  '/contact': 'Talk to a person',
  '/terms': 'Terms of Service',
  '/pricing': /^Of every \$100/,
  '/help': 'How can we help?',
  '/help/refunds': 'Refunds',
  '/privacy': 'Privacy Policy',
  '/get-started': "What's your business name?",
  '/application': 'This link isn’t valid anymore',
  '/stop-change': 'This link isn’t valid anymore',
  '/status': 'Status',
}
export const publicPaths = Object.keys(publicRoutes)

export const notFound = '404 Page Not Found'
