import { currencyDigits } from '../rates/currencies.ts'
import { decimal, formatDecimal, roundHalfUp } from '../rates/decimal.ts'
import type { Rates } from '../rates/rates.ts'
import { newInvoiceId } from '../stores/ids.ts'
import type { ShopStore } from '../stores/store.ts'
import { createPrompt, lazyPrompt, meetsCriteria, type PromptContext } from './create-prompts.ts'
import type { Checkout, Invoice } from './invoice.ts'
import { LIGHTNING, type MethodId, ON_CHAIN } from './payment-method-ids.ts'

export type NewInvoice = {
  /** Decimal text. Null creates a top-up invoice. */
  amount: string | null
  currency: string
  metadata: Record<string, unknown>
  checkout: Checkout
  receipt: Invoice['receipt']
  additionalSearchTerms: string[]
  /** Null requests all methods of the store. */
  methods: MethodId[] | null
}

export type CreateOutcome = { invoice: Invoice } | { problem: string }

/**
 * Stores an invoice with all methods that work. A method that fails is left out silently, as in BTCPay. Only when none
 * is left is the invoice refused, with the log lines.
 */
export const createInvoice = (
  context: PromptContext & { rates: Rates; nextSequence(): number },
  store: ShopStore,
  wanted: NewInvoice,
): CreateOutcome => {
  const now = context.engine.clock.nowSeconds()
  const digits = currencyDigits(wanted.currency)
  const price = roundHalfUp(decimal(wanted.amount ?? '0'), digits)
  const isFree = wanted.amount !== null && price === 0n
  const found = context.rates.rateFor(store, { base: 'BTC', quote: wanted.currency })
  if ('errors' in found && !isFree) {
    return { problem: `Error retrieving a matching payment method or rate.\n${found.errors.join('\n')}` }
  }
  const expiresAt = now + wanted.checkout.expirationMinutes * 60
  let invoice: Invoice = {
    id: newInvoiceId(),
    storeId: store.id,
    sequence: context.nextSequence(),
    createdAt: now,
    expiresAt: Math.floor(expiresAt),
    monitoredUntil: Math.floor(expiresAt + wanted.checkout.monitoringMinutes * 60),
    type: wanted.amount === null ? 'TopUp' : 'Standard',
    price: formatDecimal(price, digits),
    currency: wanted.currency,
    rate: 'rate' in found ? formatDecimal(found.rate) : '1',
    status: 'New',
    additionalStatus: 'None',
    archived: false,
    metadata: wanted.metadata,
    checkout: wanted.checkout,
    receipt: wanted.receipt,
    additionalSearchTerms: wanted.additionalSearchTerms,
    networkFeeMode: store.settings.networkFeeMode,
    prompts: [],
    payments: [],
    watched: [],
  }
  if (isFree) return { invoice: { ...invoice, checkout: { ...invoice.checkout, paymentMethods: [] } } }

  const problems: string[] = []
  for (const methodId of wanted.methods ?? methodsOf(store)) {
    if (!methodsOf(store).includes(methodId)) {
      problems.push(`${methodId}: Payment method is not enabled in this store`)
      continue
    }
    if (!meetsCriteria(store, invoice, methodId)) {
      problems.push(`${methodId}: the store's criteria exclude it for this amount`)
      continue
    }
    if (wanted.checkout.lazyPaymentMethods) {
      invoice = { ...invoice, prompts: [...invoice.prompts, lazyPrompt(methodId)] }
      continue
    }
    const created = createPrompt(context, store, invoice, methodId)
    if ('problem' in created) problems.push(created.problem)
    else {
      invoice = {
        ...invoice,
        prompts: [...invoice.prompts, created.prompt],
        watched: [...invoice.watched, ...created.watch],
      }
    }
  }
  if (invoice.prompts.length === 0) {
    const why =
      methodsOf(store).length === 0
        ? 'To create an invoice, you need to enable a payment method in your store (no wallet has been linked to it)'
        : problems.join('\n')
    return { problem: `Error retrieving a matching payment method or rate. ${why}` }
  }
  const methodIds = invoice.prompts.map((prompt) => prompt.methodId)
  return { invoice: { ...invoice, checkout: { ...invoice.checkout, paymentMethods: methodIds } } }
}

/** The methods that the store accepts now. */
export const methodsOf = (store: ShopStore): MethodId[] => {
  const methods: MethodId[] = []
  if (store.onChain?.enabled) methods.push(ON_CHAIN)
  if (store.lightning?.enabled) methods.push(LIGHTNING)
  return methods
}
