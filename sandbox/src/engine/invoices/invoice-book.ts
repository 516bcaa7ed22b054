import type { Collection, Store as Journal } from '../engine.ts'
import { type Invoice, type InvoiceStatus, isMonitored, orderIdOf } from './invoice.ts'
import { createTermIndex } from './term-index.ts'

type Index = 'live' | 'any' | 'liveByStatus' | 'anyByStatus' | 'orderId' | 'watched' | 'monitored' | 'unsettled'

export type InvoiceQuery = {
  storeId: string
  orderIds?: string[]
  statuses?: InvoiceStatus[]
  startSeconds?: number
  endSeconds?: number
  textSearch?: string
  includeArchived: boolean
  skip: number
  take: number | undefined
}

export type InvoiceBook = {
  find(id: string): Invoice | undefined
  put(invoice: Invoice): void
  nextSequence(): number
  /** Newest first. */
  list(query: InvoiceQuery): Invoice[]
  /** Finds the invoice of an address or payment hash, among all invoices ever created. */
  findWatched(destination: string): Invoice | undefined
  /** Invoices whose status may still change with time or a block. */
  monitored(): Invoice[]
  /** Invoices with a payment that waits for confirmations. */
  unsettled(): Invoice[]
  countOf(storeId: string): number
  /** How many invoices were read for lists since the start. The scale test counts it. */
  looked(): number
}

export const openInvoiceBook = (journal: Journal): InvoiceBook => {
  const invoices = journal.collection<Invoice, Index>('btcpay.invoices', {
    id: (invoice) => invoice.id,
    indexes: {
      live: { key: (invoice) => (invoice.archived ? undefined : invoice.storeId), order },
      any: { key: (invoice) => invoice.storeId, order },
      liveByStatus: { key: (invoice) => (invoice.archived ? undefined : statusKey(invoice)), order },
      anyByStatus: { key: statusKey, order },
      orderId: { key: orderKey, order },
      watched: { key: (invoice) => invoice.watched },
      monitored: { key: (invoice) => (isMonitored(invoice) ? 'all' : undefined) },
      unsettled: {
        key: (invoice) => (invoice.payments.some((payment) => payment.status === 'Processing') ? 'all' : undefined),
      },
    },
  })
  const terms = createTermIndex()
  let sequence = 0
  let lookedAt = 0
  for (const invoice of invoices.values()) {
    sequence = Math.max(sequence, invoice.sequence)
    terms.add(invoice.storeId, invoice.id, searchTerms(invoice))
  }

  const looking = (found: Iterable<Invoice>): Invoice[] => {
    const list = [...found]
    lookedAt += list.length
    return list
  }

  const list = (query: InvoiceQuery): Invoice[] => {
    const { storeId, skip, take } = query
    const end = take === undefined ? Number.POSITIVE_INFINITY : skip + take
    const plain =
      !query.orderIds?.length &&
      !query.textSearch &&
      query.startSeconds === undefined &&
      query.endSeconds === undefined &&
      (query.statuses?.length ?? 0) <= 1
    if (plain) {
      const status = query.statuses?.[0]
      const index = indexFor(query.includeArchived, status !== undefined)
      const group = status === undefined ? storeId : `${storeId}/${status}`
      return looking(invoices.page(index, group, { skip, newestFirst: true, ...(take === undefined ? {} : { take }) }))
    }
    const found: Invoice[] = []
    for (const invoice of candidates(invoices, query, (term) => terms.find(storeId, term))) {
      lookedAt++
      if (query.startSeconds !== undefined && invoice.createdAt < query.startSeconds) break
      if (!fits(invoice, query)) continue
      found.push(invoice)
      if (found.length >= end) break
    }
    return found.slice(skip, end)
  }

  return {
    find: (id) => invoices.get(id),
    put(invoice) {
      const before = invoices.get(invoice.id)
      const known = new Set(before ? searchTerms(before) : [])
      invoices.put(invoice)
      const added = searchTerms(invoice).filter((term) => !known.has(term))
      if (added.length > 0) terms.add(invoice.storeId, invoice.id, added)
    },
    nextSequence: () => ++sequence,
    list,
    findWatched: (destination) => invoices.first('watched', destination),
    monitored: () => [...invoices.walk('monitored', 'all')],
    unsettled: () => [...invoices.walk('unsettled', 'all')],
    countOf: (storeId) => invoices.count('any', storeId),
    looked: () => lookedAt,
  }
}

/** Newest first, already narrowed by the best index. */
function* candidates(
  invoices: Collection<Invoice, Index>,
  query: InvoiceQuery,
  findTerm: (term: string) => Set<string>,
): Generator<Invoice> {
  const newestFirst = (a: Invoice, b: Invoice) => b.createdAt - a.createdAt || b.sequence - a.sequence
  if (query.orderIds?.length) {
    const groups = [...new Set(query.orderIds)].map((orderId) => `${query.storeId}/${orderId}`)
    yield* groups.flatMap((group) => invoices.page('orderId', group)).sort(newestFirst)
    return
  }
  if (query.textSearch) {
    const ids = [...findTerm(query.textSearch)]
    yield* ids.flatMap((id) => invoices.get(id) ?? []).sort(newestFirst)
    return
  }
  const statuses = [...new Set(query.statuses ?? [])]
  const index = indexFor(query.includeArchived, statuses.length > 0)
  const groups = statuses.length > 0 ? statuses.map((status) => `${query.storeId}/${status}`) : [query.storeId]
  const from = query.endSeconds === undefined ? {} : { from: [query.endSeconds, Number.MAX_SAFE_INTEGER] }
  const walks = groups.map((group) => invoices.walk(index, group, { newestFirst: true, ...from }))
  const heads = walks.map((walk) => walk.next())
  for (;;) {
    let newest = -1
    for (const [at, head] of heads.entries()) {
      const best = heads[newest]
      if (!head.done && (!best || best.done || newestFirst(head.value, best.value) < 0)) newest = at
    }
    const head = heads[newest]
    const walk = walks[newest]
    if (!head || head.done || !walk) return
    yield head.value
    heads[newest] = walk.next()
  }
}

const fits = (invoice: Invoice, query: InvoiceQuery): boolean => {
  const search = query.textSearch?.toLowerCase()
  return (
    (query.includeArchived || !invoice.archived) &&
    (!query.statuses?.length || query.statuses.includes(invoice.status)) &&
    (query.startSeconds === undefined || invoice.createdAt >= query.startSeconds) &&
    (query.endSeconds === undefined || invoice.createdAt <= query.endSeconds) &&
    (!query.orderIds?.length || query.orderIds.includes(orderIdOf(invoice) ?? '')) &&
    (!search || searchTerms(invoice).some((term) => term.toLowerCase().startsWith(search)))
  )
}

/** What `textSearch` matches by prefix. */
const searchTerms = (invoice: Invoice): string[] => {
  const email = invoice.metadata['buyerEmail']
  return [
    invoice.id,
    orderIdOf(invoice) ?? '',
    typeof email === 'string' ? email : '',
    invoice.price,
    ...invoice.watched,
    ...invoice.payments.flatMap((payment) => payment.txid ?? payment.id),
    ...invoice.additionalSearchTerms,
  ].filter((term) => term !== '')
}

const order = (invoice: Invoice) => [invoice.createdAt, invoice.sequence]
const statusKey = (invoice: Invoice) => `${invoice.storeId}/${invoice.status}`

const orderKey = (invoice: Invoice): string | undefined => {
  const orderId = orderIdOf(invoice)
  return orderId === undefined ? undefined : `${invoice.storeId}/${orderId}`
}

const indexFor = (includeArchived: boolean, byStatus: boolean): Index => {
  if (byStatus) return includeArchived ? 'anyByStatus' : 'liveByStatus'
  return includeArchived ? 'any' : 'live'
}
