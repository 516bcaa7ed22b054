import type { Invoice as InvoiceView } from '@bitquay/btcpay/wire/invoices'
import { createInvoice } from '../../engine/invoices/create-invoice.ts'
import { createPrompt } from '../../engine/invoices/create-prompts.ts'
import type { InvoiceStatus } from '../../engine/invoices/invoice.ts'
import type { InvoiceQuery } from '../../engine/invoices/invoice-book.ts'
import { allowedMarks, markInvoice } from '../../engine/invoices/mark-invoice.ts'
import { parseMethodId } from '../../engine/invoices/payment-method-ids.ts'
import type { ShopStore } from '../../engine/stores/store.ts'
import { canInStore } from '../caller.ts'
import { invalid, invalidField, missingPermission, refused } from '../errors.ts'
import { wireName } from '../permissions.ts'
import { atInvoice, type Call, inStore, type Route } from '../route.ts'
import { toInvoiceView, toMethodViews } from '../views/invoice-view.ts'
import { readNewInvoice } from './read-new-invoice.ts'

const VIEW = 'store.canviewinvoices'
const MODIFY = 'store.canmodifyinvoices'
const MODIFY_STORE = 'store.canmodifystoresettings'

export const invoiceRoutes: Route[] = [
  inStore('POST', '/invoices', 'store.cancreateinvoice', create),

  inStore('GET', '/invoices', VIEW, (call, store) => {
    const withMethods = call.query.flag('includePaymentMethods', false)
    return call.btcpay.book
      .list(readListQuery(call, store))
      .map((invoice) => toInvoiceView(invoice, call.baseUrl, withMethods))
  }),

  ...atInvoice('GET', '', VIEW, ({ query, baseUrl }, invoice) =>
    toInvoiceView(invoice, baseUrl, query.flag('includePaymentMethods', false)),
  ),

  ...atInvoice('PUT', '', MODIFY, (call, invoice) => {
    const body = call.fields()
    const metadata = body.raw('metadata')
    if (metadata !== undefined && metadata !== null && !isJsonObject(metadata)) {
      throw invalidField('metadata', 'The value is not an object')
    }
    const changed = { ...invoice, metadata: isJsonObject(metadata) ? metadata : {} }
    call.btcpay.watcher.change(changed)
    return toInvoiceView(changed, call.baseUrl, false)
  }),

  ...atInvoice('DELETE', '', MODIFY, ({ btcpay }, invoice) => {
    btcpay.watcher.change({ ...invoice, archived: true })
  }),

  ...atInvoice('POST', '/unarchive', MODIFY, ({ btcpay, baseUrl }, invoice) => {
    if (!invoice.archived) throw refused('already-unarchived', 'Invoice is already unarchived')
    const changed = { ...invoice, archived: false }
    btcpay.watcher.change(changed)
    return toInvoiceView(changed, baseUrl, false)
  }),

  ...atInvoice('POST', '/status', MODIFY, (call, invoice) => {
    const body = call.fields()
    const status = body.text('status')
    body.check()
    const mark = allowedMarks(invoice).find((allowed) => allowed.toLowerCase() === status?.toLowerCase())
    if (!mark)
      throw invalidField('Status', `Status can only be marked to invalid or settled within certain conditions.`)
    const marked = markInvoice(invoice, mark)
    call.btcpay.watcher.change(marked.invoice, marked.event)
    // As on a real server, returns the invoice from before the mark.
    return toInvoiceView(invoice, call.baseUrl, false)
  }),

  ...atInvoice('GET', '/payment-methods', VIEW, ({ query }, invoice, store, caller) => {
    const includeSensitive = query.flag('includeSensitive', false)
    if (includeSensitive && !canInStore(caller, MODIFY_STORE, store)) throw missingPermission(wireName(MODIFY_STORE))
    return toMethodViews(invoice, { onlyAccounted: query.flag('onlyAccountedPayments', true), includeSensitive })
  }),

  // 200 even when there was nothing to activate.
  ...atInvoice('POST', '/payment-methods/:paymentMethod/activate', VIEW, ({ btcpay, params }, invoice, store) => {
    const methodId = parseMethodId(params['paymentMethod'] ?? '')
    const prompt = invoice.prompts.find((candidate) => candidate.methodId === methodId)
    if (!prompt || prompt.activated || invoice.status !== 'New') return
    btcpay.engine.store.batch(() => {
      const created = createPrompt(btcpay, store, invoice, prompt.methodId)
      if ('problem' in created) return
      btcpay.watcher.change({
        ...invoice,
        prompts: invoice.prompts.map((candidate) => (candidate === prompt ? created.prompt : candidate)),
        watched: [...invoice.watched, ...created.watch],
      })
    })
  }),
]

function create(call: Call, store: ShopStore): InvoiceView {
  const { btcpay } = call
  const wanted = readNewInvoice(call.fields(), store)
  if (!store.members.some((member) => isActive(btcpay.users.find(member.userId)))) {
    throw refused('generic-error', 'The store has no active user')
  }
  return btcpay.engine.store.batch(() => {
    const created = createInvoice({ ...btcpay, nextSequence: btcpay.book.nextSequence }, store, wanted)
    if ('problem' in created) throw refused('generic-error', created.problem)
    btcpay.watcher.add(created.invoice)
    return toInvoiceView(btcpay.book.find(created.invoice.id) ?? created.invoice, call.baseUrl, false)
  })
}

const isActive = (user: { isLocked: boolean } | undefined): boolean => user !== undefined && !user.isLocked

const statuses: readonly InvoiceStatus[] = ['New', 'Processing', 'Settled', 'Expired', 'Invalid']

/** `Paid` is the name of Processing before 2.0, and is still accepted. */
const findStatus = (text: string): InvoiceStatus | undefined => {
  const name = text.toLowerCase() === 'paid' ? 'processing' : text.toLowerCase()
  return statuses.find((status) => status.toLowerCase() === name)
}

function readListQuery({ query }: Call, store: ShopStore): InvoiceQuery {
  const startSeconds = query.unixSeconds('startDate')
  const endSeconds = query.unixSeconds('endDate')
  if (startSeconds !== undefined && endSeconds !== undefined && startSeconds > endSeconds) {
    throw invalid(
      { path: 'startDate', message: 'startDate should not be above endDate' },
      { path: 'endDate', message: 'endDate should not be below startDate' },
    )
  }
  // An unknown status is dropped without an error. If none is left, there is no filter.
  const known = query.texts('status').flatMap((text) => findStatus(text) ?? [])
  const take = query.integer('take')
  const textSearch = query.text('textSearch')
  return {
    storeId: store.id,
    orderIds: query.texts('orderId'),
    statuses: known,
    includeArchived: query.flag('includeArchived', false),
    skip: Math.max(0, query.integer('skip') ?? 0),
    take: take === undefined ? undefined : Math.max(0, take),
    ...(textSearch ? { textSearch } : {}),
    ...(startSeconds === undefined ? {} : { startSeconds }),
    ...(endSeconds === undefined ? {} : { endSeconds }),
  }
}

function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
