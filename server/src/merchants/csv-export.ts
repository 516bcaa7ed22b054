import type { AdminMerchant } from '@bitquay/contract/admin-merchants'
import type { CsvColumn } from '../platform/http/csv.ts'
import { dateColumns } from '../platform/http/date-columns.ts'

const column = (title: string, of: CsvColumn<AdminMerchant>['of']): CsvColumn<AdminMerchant> => ({ title, of })

const statusOf = ({ erasedAt, closedAt, closingSince, isActive }: AdminMerchant) => {
  if (erasedAt !== null) return 'Erased'
  if (closedAt !== null) return 'Closed'
  if (closingSince !== null) return 'Closing'
  return isActive ? 'Active' : 'Inactive'
}

export const merchantColumns = (tz: string | undefined): readonly CsvColumn<AdminMerchant>[] => [
  ...dateColumns<AdminMerchant>(tz, ({ createdAt }) => createdAt),
  column('ID', ({ id }) => id),
  column('Store', ({ storeName }) => storeName),
  column('Email', ({ email }) => email),
  column('Status', statusOf),
  column('Invited', ({ invited }) => invited),
  column('Volume (USD)', ({ totalDepositsUsd }) => totalDepositsUsd),
  column('Volume of 30 days (USD)', ({ recentVolume }) => recentVolume.usd),
  column('Balance (USD)', ({ balance }) => balance.usd),
  column('Balance (BTC)', ({ balance }) => balance.btc),
  column('Fees owed (USD)', ({ feesOwed }) => feesOwed.usd),
  column('Fees owed (BTC)', ({ feesOwed }) => feesOwed.btc),
  column('Last activity', ({ lastActiveAt }) => lastActiveAt),
  column('Attention', ({ attention }) => attention.map(({ reason }) => reason).join(' ')),
  column('Markup (%)', ({ markupFeePercent }) => markupFeePercent),
  column('BTCPay store', ({ btcpayStoreId }) => btcpayStoreId),
  column('BTCPay server', ({ btcpayServerUrl }) => btcpayServerUrl),
]
