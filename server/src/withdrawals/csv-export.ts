import { fromCents, toCents } from '@bitquay/contract/money'
import type { Withdrawal } from '@bitquay/contract/withdrawals'
import type { CsvColumn } from '../platform/http/csv.ts'
import { dateColumns } from '../platform/http/date-columns.ts'

const column = (title: string, of: CsvColumn<Withdrawal>['of']): CsvColumn<Withdrawal> => ({ title, of })

const words: Record<Withdrawal['status'], string> = {
  requested: 'Pending',
  signed: 'Pending',
  broadcast: 'Pending',
  confirmed: 'Confirmed',
  failed: 'Failed',
  cancelled: 'Canceled',
}

export const wordOf = ({ status }: Withdrawal) => words[status]

/** The amount with all fees that are known. */
export const totalOf = ({ customerAmount, networkFeeUsd, totalFee }: Withdrawal) =>
  fromCents(toCents(customerAmount) + toCents(networkFeeUsd ?? '0') + toCents(totalFee))

export const withdrawalColumns = (tz: string | undefined): readonly CsvColumn<Withdrawal>[] => [
  ...dateColumns<Withdrawal>(tz, ({ requestedAt }) => requestedAt),
  column('ID', ({ id }) => id),
  column('Status', wordOf),
  column('Amount (USD)', ({ customerAmount }) => customerAmount),
  column('Network fee (USD)', ({ networkFeeUsd }) => networkFeeUsd),
  column('Platform fee (USD)', ({ totalFee }) => totalFee),
  column('Total (USD)', totalOf),
  column('Amount (BTC)', ({ amountBtc }) => amountBtc),
  column('Network fee (BTC)', ({ networkFeeBtc }) => networkFeeBtc),
  column('Price (USD)', ({ btcPrice }) => btcPrice),
  column('Address', ({ address }) => address),
  column('Description', ({ description }) => description),
  column('Transaction hash', ({ txid }) => txid),
  column('Confirmations', ({ confirmations }) => confirmations),
  column('Confirmed at', ({ confirmedAt }) => confirmedAt),
  column('Promo code', ({ promoCode }) => promoCode),
  column('Requested by', ({ requestedBy }) => requestedBy),
]
