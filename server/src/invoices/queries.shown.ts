import type { ListedInvoice } from '@bitquay/contract/invoices'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { planKept } from '../platform/db/kept-plans.ts'
import type { Invoices } from '../platform/db/types.ts'
import { scopeOf } from './queries.list.ts'

export type ListDeps = Pick<Deps, 'db' | 'invoiceNeighbors'>

/** The columns that responses are made of. The rest of an invoice is for our own work, a third of its columns. */
const presentedColumns = [
  'id',
  'merchantId',
  'invoiceId',
  'type',
  'status',
  'additionalStatus',
  'state',
  'amount',
  'currency',
  'priceAmount',
  'amountUsd',
  'paidSats',
  'dueSats',
  'receivedUsd',
  'description',
  'customerEmail',
  'customerName',
  'metadata',
  'options',
  'paymentLinkId',
  'bitcoinAddress',
  'lightningInvoice',
  'missingMethods',
  'mayBeMarked',
  'redirectUrl',
  'createdBy',
  'createdAt',
  'expiresAt',
  'paidAt',
  'dueAt',
  'overdueAt',
  'dealtWithAt',
  'mailedAt',
] as const satisfies readonly (keyof Invoices)[]

export type PresentedInvoice = Pick<Selectable<Invoices>, (typeof presentedColumns)[number]>

/** An invoice with how it was paid, and the email address of the merchant. */
type PaidRow = PresentedInvoice & { paidBy: ListedInvoice['paidBy']; ownerEmail: string | null }

/** An invoice with what a merchant's list shows beside its own columns. */
export type ShownRow = PaidRow & { needsAttention: boolean; creator: ListedInvoice['createdBy'] }

export const findShownInvoice = async (
  deps: ListDeps,
  merchantId: number,
  invoiceId: string,
): Promise<ShownRow | undefined> => {
  const { rows } = await sql<PaidRow>`
    ${planKept} select ${columnsOf(merchantId)} from invoices i
    where ${scopeOf(merchantId)} and i.invoice_id = ${invoiceId}`.execute(deps.db)
  return (await addDetails(deps, merchantId, rows))[0]
}

const columns = sql.join(presentedColumns.map((column) => sql.ref(`i.${column}`)))

export const columnsOf = (merchantId: number) => sql<PaidRow>`${columns},
  array(select distinct t.method from transactions t
    where t.invoice_id = i.invoice_id and t.merchant_id = i.merchant_id and t.type = 'incoming' and t.status <> 'failed'
    order by t.method desc) as paid_by,
  (select m.email::text from merchants m where m.id = ${merchantId}) as owner_email`

/** A refund on offer, or the name of a creator or cashier, with the ID of what it belongs to. */
type Detail = { part: string; of: string; name: string | null }

/**
 * Adds who created each invoice and whether its payment needs attention. Most pages need none of these tables, and
 * planning a subquery for each of them takes longer than reading the page, so only those that the page needs are read.
 */
export const addDetails = async (
  { db, invoiceNeighbors }: ListDeps,
  merchantId: number,
  rows: readonly PaidRow[],
): Promise<ShownRow[]> => {
  const undecided = rows.filter(isUndecided).map(({ invoiceId }) => invoiceId ?? '')
  const tillSales = rows.filter((row) => creatorOf(row).kind === 'till').map(({ invoiceId }) => invoiceId ?? '')
  const parts = [
    ...(undecided.length === 0 ? [] : [invoiceNeighbors.refunds.offered(undecided)]),
    ...(tillSales.length === 0 ? [] : [invoiceNeighbors.sales.cashiers(tillSales)]),
    ...namesOf({ ...names, ...invoiceNeighbors.names }, merchantId, rows.map(creatorOf)),
  ]
  const { rows: details } =
    parts.length === 0 ? { rows: [] } : await sql<Detail>`${sql.join(parts, sql` union all `)}`.execute(db)
  const found = new Map(details.map(({ part, of, name }) => [`${part}:${of}`, name]))
  return rows.map((row) => ({
    ...row,
    needsAttention: isUndecided(row) && !found.has(`refund:${row.invoiceId}`),
    creator: presentCreator(row, found),
  }))
}

/** Whether the payment needs a decision that nobody has recorded. A refund on offer is a decision too. */
const isUndecided = ({ state, dealtWithAt }: PaidRow) =>
  dealtWithAt === null && (state === 'overpaid' || state === 'paid-late' || state === 'partially-paid')

/** Where names of creators are, by the first part of `created_by`: `api-key:7` is the key with this ID. */
const names = {
  'merchant-user': sql`select 'merchant-user' as part, x.id::text as of, x.name as name from merchant_users x`,
  'api-key': sql`select 'api-key' as part, x.id::text as of, x.name as name from api_keys x`,
}

const namesOf = (
  sources: Record<string, RawBuilder<unknown>>,
  merchantId: number,
  creators: readonly { kind: string; id: string }[],
): RawBuilder<unknown>[] =>
  Object.entries(sources).flatMap(([kind, select]) => {
    const ids = new Set(creators.filter((creator) => creator.kind === kind).map(({ id }) => Number(id)))
    return ids.size === 0
      ? []
      : [sql`${select} where x.merchant_id = ${merchantId} and x.id = any(${[...ids]}::integer[])`]
  })

const creatorOf = ({ createdBy }: PaidRow) => {
  const [kind = '', id = ''] = createdBy?.split(':') ?? []
  return { kind, id }
}

const creatorTypes: Record<string, NonNullable<ListedInvoice['createdBy']>['type']> = {
  merchant: 'person',
  'merchant-user': 'person',
  'api-key': 'api-key',
  'payment-link': 'payment-link',
  till: 'till',
  customer: 'customer',
  system: 'system',
}

const presentCreator = (row: PaidRow, found: ReadonlyMap<string, string | null>): ListedInvoice['createdBy'] => {
  const { kind, id } = creatorOf(row)
  const type = creatorTypes[kind]
  if (type === undefined) return null
  const cashier = found.get(`cashier:${row.invoiceId}`)
  const name = kind === 'merchant' ? row.ownerEmail : (found.get(`${kind}:${id}`) ?? null)
  return { type, name, ...(cashier ? { cashier } : {}) }
}
