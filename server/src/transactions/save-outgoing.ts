import { centsOfSats, fromCents, fromSats } from '@bitquay/contract/money'
import type { Tx } from '../platform/db/transaction.ts'

type Outgoing = { txid: string; amountSats: bigint; seenAt: Date }

/** Mirrors a spending that the platform did not make itself. Answers whether it is new. */
export const saveOutgoing = async (tx: Tx, merchantId: number, outgoing: Outgoing, priceCents: bigint) => {
  const sats = -outgoing.amountSats
  const inserted = await tx
    .insertInto('transactions')
    .values({
      merchantId,
      engineKey: outgoing.txid,
      txid: outgoing.txid,
      type: 'outgoing',
      purpose: 'outside',
      amount: fromSats(sats),
      amountUsd: fromCents(centsOfSats(sats, priceCents)),
      btcPrice: fromCents(priceCents),
      seenAt: outgoing.seenAt,
      createdAt: outgoing.seenAt,
    })
    .onConflict((conflict) => conflict.constraint('transactions_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}
