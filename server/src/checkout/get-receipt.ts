import type { Checkout } from '@bitquay/contract/invoices'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { formatPrice } from './draw-page.ts'
import { readCheckout } from './queries.ts'

/** What a receipt says, on paper and in an email. */
export type Receipt = {
  invoiceId: string
  storeName: string
  /** The price, such as `$265.00`. */
  amount: string
  description: string | null
  /** When it was paid. */
  at: Date
  /** Names and values, in the order of the checkout page. */
  facts: [name: string, value: string][]
}

/** Reads the receipt of an invoice. There is none until it is paid, nor after a reorganization has undone that. */
export const getReceipt = async ({ db, config }: Pick<Deps, 'db' | 'config'>, invoiceId: string): Promise<Receipt> => {
  const checkout = await readCheckout(db, invoiceId, config.publicUrl)
  if (checkout?.status !== 'settled') throw new ApiError('not-found')
  return describeReceipt(checkout)
}

/** Takes only what the checkout shows to everyone who has its link. */
export const describeReceipt = (checkout: Checkout): Receipt => {
  const { invoiceId, storeName, currency, amountBtc, paidBtc, rate, confirmedInBlock, description } = checkout
  const amount = formatPrice(checkout.amount, currency)
  const payments = checkout.payments.filter(({ status }) => status !== 'failed')
  return {
    invoiceId,
    storeName,
    amount,
    description,
    at: new Date(checkout.paidAt ?? payments.at(-1)?.seenAt ?? checkout.createdAt),
    facts: [
      ['Amount', amount],
      ...(amountBtc !== null && currency !== 'BTC' ? [fact('In bitcoin', `${amountBtc} BTC`)] : []),
      ...(payments.length > 0 && paidBtc !== amountBtc ? [fact('Received', `${paidBtc} BTC`)] : []),
      ...(rate !== null ? [fact('Rate', `1 BTC = ${formatPrice(rate, 'USD')}`)] : []),
      ['Paid with', describeMethods(payments, storeName)],
      ...payments.map(({ method, txid }) => fact(method === 'lightning' ? 'Payment hash' : 'Transaction', txid)),
      ...(confirmedInBlock === null ? [] : [fact('Confirmed in block', formatHeight(confirmedInBlock))]),
      ['Invoice', invoiceId],
    ],
  }
}

const fact = (name: string, value: string): [string, string] => [name, value]

const describeMethods = (payments: Checkout['payments'], storeName: string) => {
  const methods = new Set(payments.map(({ method }) => method))
  if (methods.size === 0) return `Marked as paid by ${storeName}`
  if (methods.size > 1) return 'Bitcoin, on-chain and Lightning'
  return methods.has('lightning') ? 'Bitcoin, Lightning' : 'Bitcoin, on-chain'
}

const formatHeight = (height: number) => String(height).replace(/\B(?=(\d{3})+$)/g, ',')
