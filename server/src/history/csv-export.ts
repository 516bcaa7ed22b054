import { fromCents, fromSats, toCents, toSats } from '@bitquay/contract/money'
import type { Transaction } from '@bitquay/contract/transactions'
import type { AdminTransaction } from '@bitquay/contract/transactions.admin'
import type { CsvColumn } from '../platform/http/csv.ts'
import { formatSortable } from '../platform/http/statement-text.ts'

type Total = { name: string; sats: bigint; cents: bigint }
type Line = { transaction: AdminTransaction } | { total: Total }

const ofLine = (
  title: string,
  of: (transaction: AdminTransaction) => ReturnType<CsvColumn<Line>['of']>,
  ofTotal: (total: Total) => string | undefined = () => undefined,
): CsvColumn<Line> => ({
  title,
  of: (line) => ('total' in line ? ofTotal(line.total) : of(line.transaction)),
})

/** Outgoing amounts are negative, so that a column can be summed up. */
const sign = ({ type }: AdminTransaction) => (type === 'outgoing' ? '-' : '')

/** The date also as the reader's clock showed it, when a time zone is given. */
const localDate = <Row>(tz: string | undefined, timestampOf: (row: Row) => number | undefined): CsvColumn<Row>[] => {
  if (tz === undefined) return []
  const of = (row: Row) => {
    const timestamp = timestampOf(row)
    return timestamp === undefined ? undefined : formatSortable(new Date(timestamp * 1000), tz)
  }
  return [{ title: `Date (${tz})`, of }]
}

export const adminTransactionColumns = (tz: string | undefined): readonly CsvColumn<Line>[] => [
  ofLine(
    'Store',
    ({ merchantName }) => merchantName,
    ({ name }) => name,
  ),
  ofLine('Type', ({ type }) => type),
  ofLine('Purpose', ({ purpose }) => purpose),
  ofLine('Method', ({ paymentMethod }) => paymentMethod),
  ofLine(
    'Amount (BTC)',
    (each) => `${sign(each)}${each.amount}`,
    ({ sats }) => fromSats(sats),
  ),
  ofLine(
    'Amount (USD)',
    (each) => (each.amountUSD === null ? null : `${sign(each)}${each.amountUSD}`),
    ({ cents }) => fromCents(cents),
  ),
  ofLine('Fee (BTC)', ({ feeAmount }) => feeAmount),
  ofLine('Fee (USD)', ({ feeUSD }) => feeUSD),
  ofLine('Net (BTC)', ({ netAmount }) => netAmount),
  ofLine('Net (USD)', ({ netUSD }) => netUSD),
  ofLine('Address', ({ address }) => address),
  ofLine('Status', ({ status }) => status),
  ofLine('Confirmations', ({ confirmations }) => confirmations),
  ofLine('Date', ({ timestamp }) => new Date(timestamp * 1000)),
  ...localDate<Line>(tz, (line) => ('total' in line ? undefined : line.transaction.timestamp)),
  ofLine('TXID', ({ txid }) => txid),
  ofLine('Invoice ID', ({ invoiceId }) => invoiceId),
  ofLine('Description', ({ description }) => description),
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

const column = (title: string, of: CsvColumn<Transaction>['of']): CsvColumn<Transaction> => ({ title, of })

/** What was sent and what fees took is negative, so that gross and fee add up to net. */
export const transactionColumns = (tz: string | undefined): readonly CsvColumn<Transaction>[] => [
  column('Customer name', ({ customerName }) => customerName),
  column('Customer email', ({ customerEmail }) => customerEmail),
  column('Item', ({ itemDescription }) => itemDescription),
  column('Date', ({ timestamp }) => new Date(timestamp * 1000)),
  ...localDate<Transaction>(tz, ({ timestamp }) => timestamp),
  column('Type', ({ type }) => type),
  column('Purpose', ({ purpose }) => purpose),
  column('Method', ({ paymentMethod }) => paymentMethod),
  column('Status', ({ status }) => status),
  column('Confirmations', ({ confirmations }) => confirmations),
  column('Gross (USD)', ({ amountUSD }) => amountUSD),
  column('Fee (USD)', ({ feeUSD }) => feeUSD),
  column('Net (USD)', ({ netUSD }) => netUSD),
  column('Gross (BTC)', ({ amount }) => amount),
  column('Fee (BTC)', ({ feeAmount }) => feeAmount),
  column('Net (BTC)', ({ netAmount }) => netAmount),
  column('Price (USD)', ({ btcPrice }) => btcPrice),
  column('Network fee (BTC)', ({ fee }) => fee),
  column('Address', ({ address }) => address),
  column('Transaction hash', ({ id }) => id),
  column('Block', ({ blockHeight }) => blockHeight),
  column('Invoice ID', ({ invoiceId }) => invoiceId),
  column('Label', ({ label }) => label),
]
