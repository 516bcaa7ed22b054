import type { AdminTransaction } from '@bitquay/contract/admin-transactions'
import { fromCents, fromSats, toCents, toSats } from '@bitquay/contract/money'
import type { Transaction } from '@bitquay/contract/transactions'
import type { CsvColumn } from '../platform/http/csv.ts'

type Total = { name: string; sats: bigint; cents: bigint }
type Line = { transaction: AdminTransaction } | { total: Total }

const column = (
  title: string,
  of: (transaction: AdminTransaction) => ReturnType<CsvColumn<Line>['of']>,
  ofTotal: (total: Total) => string | undefined = () => undefined,
): CsvColumn<Line> => ({
  title,
  of: (line) => ('total' in line ? ofTotal(line.total) : of(line.transaction)),
})

/** Outgoing amounts are negative, so that a column can be summed up. */
const sign = ({ type }: AdminTransaction) => (type === 'outgoing' ? '-' : '')

export const transactionColumns: readonly CsvColumn<Line>[] = [
  column(
    'Store',
    ({ merchantName }) => merchantName,
    ({ name }) => name,
  ),
  column('Type', ({ type }) => type),
  column('Purpose', ({ purpose }) => purpose),
  column('Method', ({ paymentMethod }) => paymentMethod),
  column(
    'Amount (BTC)',
    (each) => `${sign(each)}${each.amount}`,
    ({ sats }) => fromSats(sats),
  ),
  column(
    'Amount (USD)',
    (each) => (each.amountUSD === null ? null : `${sign(each)}${each.amountUSD}`),
    ({ cents }) => fromCents(cents),
  ),
  column('Address', ({ address }) => address),
  column('Status', ({ status }) => status),
  column('Confirmations', ({ confirmations }) => confirmations),
  column('Date', ({ timestamp }) => new Date(timestamp * 1000)),
  column('TXID', ({ txid }) => txid),
  column('Invoice ID', ({ invoiceId }) => invoiceId),
  column('Description', ({ description }) => description),
]

/** Every row, followed by the confirmed totals in each direction. Failed and pending rows do not count. */
export async function* withTotals(rows: AsyncIterable<AdminTransaction>): AsyncGenerator<Line> {
  const totals = {
    incoming: { name: 'Total received, confirmed', sats: 0n, cents: 0n },
    outgoing: { name: 'Total sent, confirmed', sats: 0n, cents: 0n },
  }
  for await (const transaction of rows) {
    yield { transaction }
    if (transaction.status !== 'confirmed') continue
    const total = totals[transaction.type]
    const way = transaction.type === 'outgoing' ? -1n : 1n
    total.sats += way * toSats(transaction.amount)
    total.cents += way * toCents(transaction.amountUSD ?? '0')
  }
  yield { total: totals.incoming }
  yield { total: totals.outgoing }
}

const adminColumn = (title: string, of: CsvColumn<Transaction>['of']): CsvColumn<Transaction> => ({ title, of })

/** Outgoing amounts are negative, so that a column can be summed up. */
export const adminTransactionColumns: readonly CsvColumn<Transaction>[] = [
  adminColumn('Date', ({ timestamp }) => new Date(timestamp * 1000)),
  adminColumn('Type', ({ type }) => type),
  adminColumn('Purpose', ({ purpose }) => purpose),
  adminColumn('Method', ({ paymentMethod }) => paymentMethod),
  adminColumn('Status', ({ status }) => status),
  adminColumn('Confirmations', ({ confirmations }) => confirmations),
  adminColumn('Amount (BTC)', ({ amount }) => amount),
  adminColumn('Amount (USD)', ({ amountUSD }) => amountUSD),
  adminColumn('Network fee (BTC)', ({ fee }) => fee),
  adminColumn('Address', ({ address }) => address),
  adminColumn('Transaction hash', ({ id }) => id),
  adminColumn('Block', ({ blockHeight }) => blockHeight),
  adminColumn('Invoice ID', ({ invoiceId }) => invoiceId),
  adminColumn('Customer email', ({ customerEmail }) => customerEmail),
  adminColumn('Customer name', ({ customerName }) => customerName),
  adminColumn('Item', ({ itemDescription }) => itemDescription),
  adminColumn('Label', ({ label }) => label),
]
