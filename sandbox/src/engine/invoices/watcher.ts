import type { ParsedTransaction } from '../engine.ts'
import { formatDecimal, fromMillisats, fromSats } from '../rates/decimal.ts'
import type { ShopStore } from '../stores/store.ts'
import { advanceInvoice, type StatusEvent } from './advance-invoice.ts'
import { createPrompt, feeForNextPayment, type PromptContext } from './create-prompts.ts'
import type { Invoice, Payment } from './invoice.ts'
import type { InvoiceBook } from './invoice-book.ts'
import { neededConfirmations } from './needed-confirmations.ts'
import { LIGHTNING, ON_CHAIN } from './payment-method-ids.ts'

export type PaymentEvent = {
  type: 'InvoiceReceivedPayment' | 'InvoicePaymentSettled'
  afterExpiration: boolean
  payment: Payment
}
export type InvoiceEvent = { type: 'InvoiceCreated' } | StatusEvent | PaymentEvent

export type Watcher = {
  /** Stores a new invoice, reports it and advances it for the first time. */
  add(invoice: Invoice): void
  /** Stores an invoice that a person changed, and reports the event if there is one. */
  change(invoice: Invoice, event?: InvoiceEvent): void
  /** Processes what the chain and Lightning have reported. Also runs automatically at the end of the turn. */
  drain(): void
  /** BTCPay stops: it doesn't see what happens from now on. */
  stop(): void
  /** BTCPay starts: polls monitored invoices, and gives expiry two minutes of grace. */
  start(): void
  close(): void
}

type Report = { kind: 'transaction'; txid: string } | { kind: 'block' } | { kind: 'lightning'; paymentHash: string }

const GRACE_AFTER_START_MS = 120_000

/** The only loop that changes invoices: one invoice at a time, for the whole server. */
export const openWatcher = (
  context: PromptContext & {
    book: InvoiceBook
    findStore(id: string): ShopStore | undefined
    publish(invoice: Invoice, event: InvoiceEvent): void
  },
): Watcher => {
  const { engine, book, publish } = context
  const { chain, lightning, clock, wallets, store: journal } = engine
  const reports: Report[] = []
  let isRunning = false
  let isDraining = false

  const report = (next: Report): void => {
    if (!isRunning) return
    if (reports.length === 0) queueMicrotask(() => runInBackground(drain))
    reports.push(next)
  }

  const unsubscribe = [
    chain.on('txSeen', ({ transaction }) => report({ kind: 'transaction', txid: transaction.txid })),
    chain.on('blockConnected', ({ transactions }) => {
      for (const transaction of transactions) report({ kind: 'transaction', txid: transaction.txid })
      report({ kind: 'block' })
    }),
    lightning.on('invoicePaid', ({ invoice }) => report({ kind: 'lightning', paymentHash: invoice.paymentHash })),
  ]

  const drain = (): void => {
    if (isDraining) return
    isDraining = true
    try {
      for (let next = reports.shift(); next; next = reports.shift()) {
        const current = next
        journal.batch(() => {
          if (current.kind === 'transaction') findPayments(current.txid)
          else if (current.kind === 'lightning') findLightningPayment(current.paymentHash, false)
          else for (const invoice of book.unsettled()) lookAtPayments(invoice.id)
        })
      }
    } finally {
      isDraining = false
    }
  }

  const findPayments = (txid: string): void => {
    const transaction = chain.parsed(txid)
    if (!transaction) return
    for (const [vout, output] of transaction.outputs.entries()) {
      const address = chain.scriptToAddress(output.script)
      const invoice = address === undefined ? undefined : book.findWatched(address)
      if (invoice && address !== undefined) addOnChain(invoice, transaction, vout, output.amountSats, address)
    }
  }

  const addOnChain = (
    invoice: Invoice,
    transaction: ParsedTransaction,
    vout: number,
    amountSats: bigint,
    address: string,
  ) => {
    const { txid } = transaction
    const id = `${txid}-${vout}`
    const known = invoice.payments.find((payment) => payment.id === id)
    if (known) {
      // It was replaced once and has returned, in a block or after a reorganization.
      if (known.status === 'Unaccounted' && chain.confirmations(txid) !== undefined) {
        book.put(withPayment(invoice, { ...known, status: 'Processing' }))
        lookAtPayments(invoice.id)
      }
      return
    }
    const isSettled =
      (chain.confirmations(txid) ?? -1) >= neededConfirmations(invoice.checkout.speedPolicy, transaction)
    const prompt = invoice.prompts.find((candidate) => candidate.methodId === ON_CHAIN)
    const replaced = invoice.payments.find((payment) => payment.txid && conflicts(payment.txid, transaction))
    addPayment(
      {
        ...invoice,
        prompts: invoice.prompts.map((candidate) =>
          candidate === prompt && invoice.networkFeeMode === 'MultiplePaymentsOnly'
            ? { ...prompt, methodFee: feeForNextPayment(prompt.onChain?.satPerKvb ?? 1000) }
            : candidate,
        ),
      },
      {
        id,
        txid,
        methodId: ON_CHAIN,
        receivedAt: clock.nowSeconds(),
        value: formatDecimal(fromSats(amountSats), 8),
        fee: replaced?.fee ?? prompt?.methodFee ?? '0',
        status: isSettled ? 'Settled' : 'Processing',
        destination: address,
      },
    )
    if (wallets.find(invoice.storeId)) {
      wallets.annotate(invoice.storeId, txid, {
        labels: { invoice: { type: 'invoice', text: 'invoice', ref: invoice.id } },
      })
    }
  }

  const conflicts = (txid: string, transaction: ParsedTransaction): boolean => {
    const spent = new Set(chain.parsed(txid)?.inputs.map((input) => `${input.txid}:${input.vout}`))
    return txid !== transaction.txid && transaction.inputs.some((input) => spent.has(`${input.txid}:${input.vout}`))
  }

  /** BTCPay watches a BOLT11 until its invoice expires. A later payment is never recorded. */
  const findLightningPayment = (paymentHash: string, isCatchingUp: boolean): void => {
    const invoice = book.findWatched(paymentHash)
    if (!invoice || invoice.payments.some((payment) => payment.id === paymentHash)) return
    if (!isCatchingUp && clock.nowSeconds() >= invoice.expiresAt) return
    const nodeId = invoice.prompts.find((prompt) => prompt.methodId === LIGHTNING)?.lightning?.nodeId
    const paid = nodeId === undefined ? undefined : lightning.invoice(nodeId, paymentHash)
    if (!paid || paid.status !== 'Paid') return
    addPayment(invoice, {
      id: paymentHash,
      methodId: LIGHTNING,
      receivedAt: clock.nowSeconds(),
      value: formatDecimal(fromMillisats(paid.amountReceivedMsat ?? paid.amountMsat), 8),
      fee: '0',
      status: 'Settled',
      destination: paid.bolt11,
    })
  }

  /**
   * A payment that is already settled when found reports that before it reports that it was received. This is BTCPay's
   * order.
   */
  const addPayment = (invoice: Invoice, payment: Payment): void => {
    const added = { ...invoice, payments: [...invoice.payments, payment] }
    book.put(added)
    if (payment.status === 'Settled') publish(added, paymentEvent('InvoicePaymentSettled', added, payment))
    refreshPayments(invoice.id)
    const current = book.find(invoice.id) ?? added
    publish(current, paymentEvent('InvoiceReceivedPayment', current, payment))
    advance(invoice.id)
    requestTheRest(invoice.id)
  }

  const lookAtPayments = (invoiceId: string): void => {
    refreshPayments(invoiceId)
    advance(invoiceId)
  }

  /**
   * Reads the transaction of each unsettled payment again. A missing one is broadcast again, and if that is refused, it
   * was replaced.
   */
  const refreshPayments = (invoiceId: string): void => {
    for (const payment of book.find(invoiceId)?.payments ?? []) {
      const invoice = book.find(invoiceId)
      if (payment.status !== 'Processing' || !payment.txid || !invoice) continue
      const transaction = chain.parsed(payment.txid)
      const confirmations = chain.confirmations(payment.txid)
      if (confirmations === undefined) {
        const hex = chain.transaction(payment.txid)?.hex
        if (hex !== undefined && chain.broadcast(hex).ok) continue
        book.put(withPayment(invoice, { ...payment, status: 'Unaccounted' }))
      } else if (transaction && confirmations >= neededConfirmations(invoice.checkout.speedPolicy, transaction)) {
        const settled: Payment = { ...payment, status: 'Settled' }
        const changed = withPayment(invoice, settled)
        book.put(changed)
        publish(changed, paymentEvent('InvoicePaymentSettled', changed, settled))
      }
    }
  }

  const advance = (invoiceId: string): void => {
    const before = book.find(invoiceId)
    if (!before) return
    const { invoice, events } = advanceInvoice(before, clock.nowSeconds())
    if (invoice !== before) book.put(invoice)
    for (const event of events) publish(invoice, event)
    if (invoice.status !== before.status) schedule(invoice, 0)
  }

  /** After a partial payment, Lightning requests the rest and the old BOLT11 is canceled. */
  const requestTheRest = (invoiceId: string): void => {
    const invoice = book.find(invoiceId)
    const shop = invoice && context.findStore(invoice.storeId)
    const old = invoice?.prompts.find((prompt) => prompt.methodId === LIGHTNING && prompt.activated)
    if (!invoice || !shop || !old || invoice.status !== 'New' || !invoice.payments.length) return
    const created = createPrompt(context, shop, invoice, LIGHTNING)
    if ('problem' in created) return
    if (old.lightning) lightning.cancelInvoice(old.lightning.nodeId, old.lightning.paymentHash)
    book.put({
      ...invoice,
      prompts: invoice.prompts.map((prompt) => (prompt === old ? created.prompt : prompt)),
      watched: [...invoice.watched, ...created.watch],
    })
  }

  const schedule = (invoice: Invoice, notBeforeMs: number): void => {
    const due =
      invoice.status === 'New' ? invoice.expiresAt : invoice.status === 'Processing' ? invoice.monitoredUntil : 0
    if (due > 0) clock.at(Math.max((due + 1) * 1000, notBeforeMs), () => wake(invoice.id))
  }

  const wake = (invoiceId: string): void => {
    if (isRunning) runInBackground(() => journal.batch(() => advance(invoiceId)))
  }

  const catchUp = (): void => {
    const monitored = book.monitored()
    const coins = new Map<string, { txid: string }[]>()
    for (const storeId of new Set(monitored.map((invoice) => invoice.storeId))) {
      if (!wallets.find(storeId)) continue
      for (const { address, outpoint } of wallets.coins(storeId)) {
        coins.set(address, [...(coins.get(address) ?? []), { txid: outpoint.slice(0, 64) }])
      }
    }
    for (const invoice of monitored) {
      for (const destination of invoice.watched) {
        for (const { txid } of coins.get(destination) ?? []) findPayments(txid)
        findLightningPayment(destination, true)
      }
      refreshPayments(invoice.id)
      const current = book.find(invoice.id)
      // Expiry has to wait: advancing a New invoice now could expire it before its payment is found.
      if (current && current.status !== 'New') advance(invoice.id)
    }
  }

  return {
    add(invoice) {
      journal.batch(() => {
        book.put(invoice)
        publish(invoice, { type: 'InvoiceCreated' })
        schedule(invoice, 0)
        advance(invoice.id)
      })
    },
    change(invoice, event) {
      journal.batch(() => {
        book.put(invoice)
        if (event) publish(invoice, event)
      })
    },
    drain,
    stop() {
      isRunning = false
      reports.length = 0
    },
    start() {
      isRunning = true
      journal.batch(catchUp)
      const notBeforeMs = clock.now() + GRACE_AFTER_START_MS
      for (const invoice of book.monitored()) schedule(invoice, invoice.status === 'New' ? notBeforeMs : 0)
    },
    close() {
      isRunning = false
      for (const end of unsubscribe) end()
    },
  }
}

/** Nothing awaits this background work, and one broken invoice must not end the process that serves all others. */
const runInBackground = (act: () => void): void => {
  try {
    act()
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error))
  }
}

const paymentEvent = (type: PaymentEvent['type'], invoice: Invoice, payment: Payment): PaymentEvent => ({
  type,
  payment,
  afterExpiration: invoice.status === 'Expired' || invoice.status === 'Invalid',
})

const withPayment = (invoice: Invoice, payment: Payment): Invoice => ({
  ...invoice,
  payments: invoice.payments.map((other) => (other.id === payment.id ? payment : other)),
})
