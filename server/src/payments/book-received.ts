import { msatsToSatsRoundedDown, parseMsats } from '@bitquay/btcpay'
import type { LightningInvoice } from '@bitquay/btcpay/wire/lightning'
import type { Tx } from '../platform/db/transaction.ts'
import { isPaymentKnown, markFinal, markLightningConfirmed, type TransactionRow } from '../transactions/index.ts'
import { bookPayment } from './book-payment.ts'
import { noBlockTimes } from './rate-attempt.ts'
import { savePayment } from './record-payment.ts'

type Received = {
  merchantId: number
  paymentHash: string
  /** The node that issued the hash and reports the payment. */
  node: 'shared' | 'own'
  paid: LightningInvoice
  priceCents: bigint
  invoiceId?: string
  attemptId?: number | undefined
  description?: string
  paymentLinkId?: number | undefined
}

/**
 * Books a Lightning payment that we found at the node ourselves, once. It is a customer's payment and pays the fee. The
 * caller holds the store. Undefined if there is nothing to book: a sync may have recorded it in the meantime.
 */
export const bookReceived = async (tx: Tx, received: Received): Promise<TransactionRow | undefined> => {
  const { merchantId, paymentHash, paid, node, priceCents, invoiceId, attemptId, description, paymentLinkId } = received
  const amountSats = msatsToSatsRoundedDown(parseMsats(paid.amountReceived ?? paid.amount ?? '0'))
  if (amountSats <= 0n || (await isPaymentKnown(tx, merchantId, paymentHash))) return undefined
  const { row } = await savePayment(
    tx,
    merchantId,
    {
      key: paymentHash,
      txid: paymentHash,
      method: 'lightning',
      purpose: 'invoice',
      amountSats,
      priceCents,
      address: undefined,
      invoiceId,
      attemptId,
      description,
      paymentLinkId,
      seenAt: paid.paidAt ? new Date(paid.paidAt * 1000) : tx.now,
    },
    noBlockTimes,
  )
  await markLightningConfirmed(tx, row.id)
  await bookPayment(tx, row, node === 'shared')
  await markFinal(tx, [row.id])
  return row
}
