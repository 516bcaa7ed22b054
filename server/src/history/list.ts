import { fromCents, fromSats, toCents, toSats } from '@bitquay/contract/money'
import { transactionList } from '@bitquay/contract/transactions'
import { type AdminTransaction, adminTransactionList } from '@bitquay/contract/transactions.admin'
import { type RawBuilder, sql } from 'kysely'
import { getMerchant } from '../people/index.ts'
import { serveList } from '../platform/lists/serve-list.ts'
import { findRefundedCustomers } from '../refunds/index.ts'
import { findSalesOf } from '../tills/index.ts'
import {
  type ClassFilter,
  type Counted,
  chooseBuckets,
  inClasses,
  isAtLeast,
  listDays,
  ofScope,
  sortKeys,
  summarize,
} from '../transactions/index.ts'
import { findOfAll, presentOfAll, readAllTransactions } from './queries.admin.ts'
import { findOfMerchant, type LimitedWay, presentTransaction, type TransactionRow } from './queries.merchant.ts'
import {
  adminStatementColumns,
  dayTotals,
  describeFilters,
  describeTotals,
  signed,
  statementColumns,
} from './statement.ts'

const rows = { table: sql`transactions t`, alias: 't', at: sql`t.seen_at`, sorts: sortKeys }

/** Of rows that a search has found. All others are read class by class. */
const classFilters = {
  purpose: (purpose: ClassFilter['purpose']) => inClasses({ purpose }),
  type: (type: ClassFilter['type']) => inClasses({ type }),
  method: (method: ClassFilter['method']) => inClasses({ method }),
}

type Searched = { search?: string | undefined; minAmount?: string | undefined }

/** What has to be counted row by row. */
const countedOf = async <Filter extends Searched>(
  filter: Filter,
  ways: (search: string) => readonly LimitedWay[],
  numbered: (filter: Filter) => Promise<RawBuilder<unknown>>,
): Promise<Counted | undefined> => {
  const search = filter.search?.trim()
  if (!search && filter.minAmount === undefined) return undefined
  const limited = search ? ways(search).flatMap((way) => way.limited ?? []) : []
  return { rows: await numbered(filter), limited }
}

/** A merchant's transactions, by the merchant's ID. */
export const transactions = serveList(transactionList, {
  ...rows,
  scope: (merchantId: number) => ofScope({ merchantId }),
  filters: {
    ...classFilters,
    status: (status) => inClasses({ status }),
    invoices: (invoices) => inClasses({ invoices }),
    minAmount: isAtLeast,
  },
  ways: findOfMerchant,
  buckets: (db, merchantId, filter, page) => chooseBuckets(db, { merchantId }, filter, page),
  // A file has no use for inputs and outputs, which are most of what is read.
  read: async (db, found, _order, { isBrief }) => {
    const page = sql`array(select found.id from (${found}) found)`
    const { rows: shown } = await sql<TransactionRow>`select * from shown_transactions(${page}, ${!isBrief})`.execute(
      db,
    )
    const saleOf = await findSalesOf(db, shown)
    const paidBack = shown.flatMap(({ purpose, txid }) => (purpose === 'refund' ? [txid] : []))
    const refunded = await findRefundedCustomers(db, paidBack)
    return shown.map((row) => ({ ...row, ...refunded.get(row.txid), sale: saleOf(row) }))
  },
  show: presentTransaction,
  file: {
    'Sales tax': ({ salesTax }) => salesTax?.amount,
    'Sales tax currency': ({ salesTax }) => salesTax?.currency,
  },
  summarize: async (db, merchantId, filter, { numbered }) =>
    summarize(
      db,
      { merchantId },
      filter,
      await countedOf(filter, (search) => findOfMerchant(search, merchantId), numbered),
    ),
  statement: {
    title: 'Transactions',
    ownerOf: async (db, merchantId) => (await getMerchant(db, merchantId)).storeName,
    describe: describeFilters,
    columns: statementColumns,
    ...dayTotals,
    totals: describeTotals,
  },
})

/** Totals by day of the same rows. */
export const listTransactionDays = async (...[db, merchantId, filter]: Parameters<typeof transactions.summarize>) => {
  const { numbered } = transactions.partsOf(db, merchantId)
  const ways = (search: string) => findOfMerchant(search, merchantId)
  return listDays(db, { merchantId }, filter, await countedOf(filter, ways, numbered))
}

const statusOf = (status: AdminTransaction['status'] | undefined) => (status === 'pending' ? 'unconfirmed' : status)

/** The confirmed totals in each direction. Failed and pending rows do not count. */
const startTotals = () => {
  const totals = {
    incoming: { name: 'Total received, confirmed', sats: 0n, cents: 0n },
    outgoing: { name: 'Total sent, confirmed', sats: 0n, cents: 0n },
  }
  return {
    add: (row: AdminTransaction) => {
      if (row.status !== 'confirmed') return
      totals[row.type].sats += toSats(signed(row, row.amount))
      totals[row.type].cents += toCents(signed(row, row.amountUSD ?? '0'))
    },
    lines: () =>
      Object.values(totals).map(({ name, sats, cents }) => ({
        Store: name,
        'Amount (BTC)': fromSats(sats),
        'Amount (USD)': fromCents(cents),
      })),
  }
}

/** The transactions of all stores. */
export const allTransactions = serveList(adminTransactionList, {
  ...rows,
  scope: (_everyone: undefined, { merchantId }) => ofScope({ merchantId }),
  filters: {
    ...classFilters,
    // It is the scope.
    merchantId: () => undefined,
    status: (status) => inClasses({ status: statusOf(status) }),
  },
  ways: findOfAll,
  buckets: (db, _everyone, { merchantId, status, ...filter }, page) =>
    chooseBuckets(db, { merchantId }, { ...filter, status: statusOf(status) }, page),
  read: readAllTransactions,
  show: presentOfAll,
  file: {
    'Amount (BTC)': (row) => signed(row, row.amount),
    'Amount (USD)': (row) => signed(row, row.amountUSD),
  },
  startTotals,
  summarize: async (db, _everyone, filter, { numbered }) => {
    const { merchantId, status, ...others } = filter
    const counted = await countedOf(filter, findOfAll, numbered)
    return summarize(db, { merchantId }, { ...others, status: statusOf(status) }, counted)
  },
  statement: {
    title: 'All transactions',
    describe: describeFilters,
    columns: adminStatementColumns,
    ...dayTotals,
    totals: describeTotals,
  },
})

/** Totals by day of the same rows. */
export const listAllTransactionDays = async (
  ...[db, everyone, filter]: Parameters<typeof allTransactions.summarize>
) => {
  const { merchantId, status, ...others } = filter
  const { numbered } = allTransactions.partsOf(db, everyone)
  return listDays(
    db,
    { merchantId },
    { ...others, status: statusOf(status) },
    await countedOf(filter, findOfAll, numbered),
  )
}
