import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
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

/** The only words of their own among the names that look like a reserved one, in just this spelling. */
const ordinary = new Set(['mall', 'mali'])

/** Ours. An operator's own names, present and former, are found by `resembles_platform`. */
const brand = 'bitquay'

/**
 * Refuses names that payers would take for the platform's or for another merchant's. A name that the merchant has is
 * kept. The caller has locked what the name looks like.
 */
export const requireFreeName = async (tx: Tx, name: string, merchantId: number) => {
  const look = sql`lightning_address_look(${name})`
  const others = ordinary.has(name) ? [] : [...reserved]
  const { rows } = await sql<{ isFree: boolean }>`
    select exists (select from lightning_addresses a where a.name = ${name} and a.merchant_id = ${merchantId}
      and a.released_at is null)
      or not (
        position(lightning_address_look(${brand}) in ${look}) > 0
        or resembles_platform(${name})
        or exists (select from unnest(${others}::text[]) r where lightning_address_look(r) = ${look})
        or exists (select from lightning_addresses a
          where lightning_address_look(a.name) = ${look} and a.merchant_id <> ${merchantId}
            and a.released_at is null)) as is_free`.execute(tx)
  if (!rows[0]?.isFree) throw new ApiError('address-name-taken')
}
