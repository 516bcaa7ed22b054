import { msatsToSatsRoundedDown, parseMsats } from '@bitquay/btcpay'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import type { Db } from '../platform/db/connect.ts'
import { findLastRestore } from './queries.ts'

export type UnownedPayment = { paymentHash: string; amountSats: bigint; paidAt: Date; server: string }

/** Our clock and the nodes' may differ. */
const marginMs = 3_600_000

/**
 * What our Lightning nodes received after the backup and no record explains. The node knows no owner, so only the
 * operator can find out whose it is.
 */
export const listUnownedLightning = async (deps: Deps): Promise<{ payments: UnownedPayment[]; unread: string[] }> => {
  const restore = await findLastRestore(deps.db)
  if (!restore) return { payments: [], unread: [] }
  const payments: UnownedPayment[] = []
  const unread: string[] = []
  for (const { id, name } of deps.engines.all) {
    const listed = await deps.engines.of(id).serverLightning.listInvoices()
    if (listed.kind !== 'ok') {
      // A server without a node has received nothing.
      if (listed.kind !== 'refused') unread.push(name)
      continue
    }
    for (const { status, paymentHash, paidAt, amountReceived, amount } of listed.value) {
      if (status !== 'Paid' || !paidAt || paidAt * 1000 < restore.backupAt.getTime() - marginMs) continue
      const amountSats = msatsToSatsRoundedDown(parseMsats(amountReceived ?? amount ?? '0'))
      payments.push({ paymentHash, amountSats, paidAt: new Date(paidAt * 1000), server: name })
    }
  }
  const owned = await findOwnedHashes(
    deps.db,
    payments.map(({ paymentHash }) => paymentHash),
  )
  return { payments: payments.filter(({ paymentHash }) => !owned.has(paymentHash)), unread }
}

const findOwnedHashes = async (db: Db, hashes: readonly string[]): Promise<Set<string>> => {
  const wanted = sql`any(${[...hashes]}::text[])`
  const { rows } = await sql<{ hash: string }>`
    select destination as hash from invoice_destinations where kind = 'payment-hash' and destination = ${wanted}
    union all select payment_hash from lnurl_invoices where payment_hash = ${wanted}
    union all select payment_hash from loop_out_invoices where payment_hash = ${wanted}
    union all select payment_hash from node_payments where payment_hash = ${wanted}`.execute(db)
  return new Set(rows.map(({ hash }) => hash))
}
