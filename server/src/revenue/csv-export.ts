import { fromSats, fromUsd8, toUsd8 } from '@bitquay/contract/money'
import type { CsvColumn } from '../platform/http/csv.ts'
import type { FeeLine } from './export-revenue.ts'

type Total = { revenueSats: bigint; revenueUsd8: bigint; partnerSats: bigint; partnerUsd8: bigint }
type Line = { fee: FeeLine } | { total: Total }

const column = (
  title: string,
  of: (fee: FeeLine) => ReturnType<CsvColumn<Line>['of']>,
  ofTotal: (total: Total) => string | undefined = () => undefined,
): CsvColumn<Line> => ({ title, of: (line) => ('total' in line ? ofTotal(line.total) : of(line.fee)) })

/** Dollars keep the ledger's eight decimals here, so that the sums are the ledger's own. */
export const revenueColumns: readonly CsvColumn<Line>[] = [
  column(
    'Date',
    ({ postedAt }) => postedAt,
    () => 'Total',
  ),
  column('Transfer', ({ id }) => id),
  column('Store', ({ storeName }) => storeName),
  column('Fee kind', ({ kind }) => kind),
  column('Undone', ({ undone }) => undone),
  column('Payment (USD)', ({ amountUsd, undone }) => (amountUsd === null ? null : `${undone ? '-' : ''}${amountUsd}`)),
  column('Fee (%)', ({ feePercentage }) => feePercentage),
  column(
    'Revenue (BTC)',
    (fee) => fromSats(fee.revenueSats),
    (total) => fromSats(total.revenueSats),
  ),
  column(
    'Revenue (USD)',
    (fee) => fee.revenueUsd,
    (total) => fromUsd8(total.revenueUsd8),
  ),
  column(
    'Partner share (BTC)',
    (fee) => fromSats(fee.partnerSats),
    (total) => fromSats(total.partnerSats),
  ),
  column(
    'Partner share (USD)',
    (fee) => fee.partnerUsd,
    (total) => fromUsd8(total.partnerUsd8),
  ),
  column('TXID', ({ txid }) => txid),
  column('Invoice ID', ({ invoiceId }) => invoiceId),
]

/** Every fee, and then their sum. */
export async function* withTotal(fees: AsyncIterable<FeeLine>): AsyncGenerator<Line> {
  const total: Total = { revenueSats: 0n, revenueUsd8: 0n, partnerSats: 0n, partnerUsd8: 0n }
  for await (const fee of fees) {
    yield { fee }
    total.revenueSats += fee.revenueSats
    total.revenueUsd8 += toUsd8(fee.revenueUsd)
    total.partnerSats += fee.partnerSats
    total.partnerUsd8 += toUsd8(fee.partnerUsd)
  }
  yield { total }
}
