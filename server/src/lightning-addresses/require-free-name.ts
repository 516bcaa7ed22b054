import { ApiError } from '../platform/http/api-error.ts'

/** Names that look like the platform's own, or that mail servers and standards give a meaning. */
const reserved = new Set([
  ...[
    'abuse',
    'account',
    'accounts',
    'admin',
    'administrator',
    'api',
    'app',
    'billing',
    'bitcoin',
    'btcpay',
    'careers',
  ],
  ...['checkout', 'contact', 'dashboard', 'dev', 'docs', 'donate', 'donations', 'ftp', 'fees', 'finance', 'help'],
  ...['hostmaster', 'info', 'invoice', 'invoices', 'legal', 'lightning', 'lnurl', 'lnurlp', 'login', 'mail', 'me'],
  ...['merchant', 'merchants', 'news', 'no-reply', 'noreply', 'null', 'office', 'official', 'operator', 'owner'],
  ...['partner', 'partners', 'pay', 'payment', 'payments', 'payout', 'payouts', 'platform', 'pos', 'postmaster'],
  ...['press', 'privacy', 'receipts', 'refund', 'refunds', 'root', 'sales', 'sandbox', 'security', 'settings', 'shop'],
  ...[
    'staff',
    'status',
    'store',
    'support',
    'system',
    'team',
    'terms',
    'test',
    'tips',
    'undefined',
    'verify',
    'wallet',
  ],
  ...['webmaster', 'well-known', 'withdraw', 'withdrawals', 'www'],
])

const brand = 'bitquay'

/** Refuses names that customers would take for the platform's. Dots and hyphens don't make them another name. */
export const requireFreeName = (name: string) => {
  const plain = name.replace(/[._-]/g, '')
  if (reserved.has(name) || reserved.has(plain) || plain.includes(brand)) throw new ApiError('address-name-taken')
}
