import { centsOfSats, fromCents, fromSats } from '@bitquay/contract/money'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
import type { Transactions } from '../platform/db/types.ts'

export type TransactionRow = Selectable<Transactions>

/** A payment that came in, as first seen. Its key is the outpoint, or the payment hash on Lightning. */
export type Incoming = {
  key: string
  txid: string
  method: 'on-chain' | 'lightning'
  purpose: 'invoice' | 'deposit' | 'loop-out'
  amountSats: bigint
  priceCents: bigint
  address: string | undefined
  invoiceId: string | undefined
  seenAt: Date
}

/** Writes a payment down once. Answers the row, whether it is new, and what it was taken for before. */
export const saveIncoming = async (
  tx: Tx,
  merchantId: number,
  incoming: Incoming,
): Promise<{ row: TransactionRow; isNew: boolean; takenFor?: TransactionRow }> => {
  const inserted = await tx
    .insertInto('transactions')
    .values({
      merchantId,
      engineKey: incoming.key,
      txid: incoming.txid,
      type: 'incoming',
      method: incoming.method,
      purpose: incoming.purpose,
      amount: fromSats(incoming.amountSats),
      amountUsd: fromCents(centsOfSats(incoming.amountSats, incoming.priceCents)),
      btcPrice: fromCents(incoming.priceCents),
      address: incoming.address ?? null,
      invoiceId: incoming.invoiceId ?? null,
      seenAt: incoming.seenAt,
      createdAt: incoming.seenAt,
      // Only the chain has more to tell.
      ...(incoming.method === 'lightning' ? { detailsDueAt: null } : {}),
    })
    .onConflict((conflict) => conflict.constraint('transactions_key').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (inserted) return { row: inserted, isNew: true }
  const row = await tx
    .selectFrom('transactions')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('type', '=', 'incoming')
    .where('engineKey', '=', incoming.key)
    .executeTakeFirstOrThrow()
  // A deposit turns out to be an invoice's when the engine tells later than the wallet.
  if (row.invoiceId === null && incoming.invoiceId !== undefined && row.transferId === null) {
    await tx
      .updateTable('transactions')
      .set({ invoiceId: incoming.invoiceId, purpose: 'invoice' })
      .where('id', '=', row.id)
      .execute()
    return { row: { ...row, invoiceId: incoming.invoiceId, purpose: 'invoice' }, isNew: false, takenFor: row }
  }
  return { row, isNew: false }
}

/** Follows a transaction's depth in the chain. Answers the rows that it belongs to. */
export const saveDepth = (
  tx: Tx,
  merchantId: number,
  txid: string,
  depth: { confirmations: number; blockHeight: number | undefined },
): Promise<TransactionRow[]> =>
  tx
    .updateTable('transactions')
    .set({
      confirmations: depth.confirmations,
      blockHeight: depth.blockHeight ?? null,
      disputed: false,
      vanishedAt: null,
      final: false,
      status: depth.confirmations > 0 ? 'confirmed' : 'pending',
      confirmedAt: depth.confirmations > 0 ? sql<Date>`coalesce(confirmed_at, app_now())` : null,
    })
    .where('merchantId', '=', merchantId)
    .where('txid', '=', txid)
    .where('method', '=', 'on-chain')
    .where((where) =>
      where.or([where('final', '=', false), ...(depth.confirmations > 0 ? [where('status', '=', 'failed')] : [])]),
    )
    .returningAll()
    .execute()

/** Whether a payment is written down, by its outpoint or payment hash. */
export const isPaymentKnown = async (tx: Tx, merchantId: number, key: string): Promise<boolean> => {
  const found = await tx
    .selectFrom('transactions')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('type', '=', 'incoming')
    .where('engineKey', '=', key)
    .executeTakeFirst()
  return found !== undefined
}
