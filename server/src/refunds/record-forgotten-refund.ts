import { centsOfSats, fromCents, fromSats } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import { findInvoice } from '../invoices/index.ts'
import { newToken } from '../platform/crypto/tokens.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { findPrice } from '../prices/index.ts'
import { adoptTransaction, type FoundPayment, forgottenSend, insertSend, type Send } from '../sends/index.ts'
import { insertRefund, lockRefund, markClaimed, type Refund, saveSend } from './table.ts'

type Wallet = { storeRef: number; merchantId: number }

/** An open refund that was claimed and paid, and a restored database has forgotten it. The caller holds the store's lock. */
export const settleForgottenRefund = async (
  tx: Tx,
  deps: Pick<Deps, 'sendKinds'>,
  wallet: Wallet,
  refundId: number,
  found: FoundPayment,
): Promise<Send> => {
  const refund = await lockRefund(tx, wallet.merchantId, refundId)
  if (!refund) throw new ApiError('not-found')
  return settle(tx, deps, wallet, refund, found)
}

/** A refund that was also offered after the backup, so that nobody offers it again. */
export const recordForgottenRefund = async (
  tx: Tx,
  deps: Pick<Deps, 'sendKinds'>,
  wallet: Wallet,
  invoiceId: string,
  found: FoundPayment,
): Promise<Send> => {
  const invoice = await findInvoice(tx, wallet.merchantId, invoiceId)
  if (!invoice) throw new ApiError('not-found', { message: 'This merchant has no invoice with this ID.' })
  const { cents } = await findPrice(tx)
  const amountUsd = fromCents(centsOfSats(found.payeeSats, cents))
  const refund = await insertRefund(tx, {
    merchantId: wallet.merchantId,
    invoiceId,
    kind: 'partial',
    amountSats: found.payeeSats,
    amount: fromSats(found.payeeSats),
    currency: 'BTC',
    amountUsd,
    btcPrice: fromCents(cents),
    countedUsd: amountUsd,
    reason: null,
    token: newToken(),
    customerEmail: invoice.customerEmail,
    offeredBy: forgottenSend(wallet, found).requestedBy,
    apiKeyId: null,
    emailedAt: null,
    countedAt: null,
  })
  return settle(tx, deps, wallet, refund, found)
}

const settle = async (
  tx: Tx,
  deps: Pick<Deps, 'sendKinds'>,
  wallet: Wallet,
  { id, status, sendId, amountSats, amountUsd, btcPrice, invoiceId }: Refund,
  found: FoundPayment,
): Promise<Send> => {
  if (sendId !== null || (status !== 'offered' && status !== 'claimed')) throw new ApiError('conflict')
  const send = await insertSend(tx, {
    ...forgottenSend(wallet, found),
    ...{ kind: 'refund', refundId: id, amountSats, amountUsd, btcPrice, networkFeeFrom: 'wallet' },
    description: `Refund for invoice ${invoiceId}`,
  })
  if (status === 'offered') await markClaimed(tx, id, { address: found.address, sendId: send.id })
  else await saveSend(tx, id, send.id)
  return adoptTransaction(tx, deps, send.id, found)
}
