import type { AdminMerchant } from '@bitquay/contract/merchants.admin'
import { formatUsd } from '../../ui/money-text.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import * as t from './messages.ts'

/** What came in during the last days. */
export const Trend = ({ merchant: { recentVolume } }: { merchant: AdminMerchant }) =>
  recentVolume.usd === '0.00' ? (
    <span className="quiet">{t.noPayments}</span>
  ) : (
    <Sparkline values={recentVolume.days.map(Number)} label={t.inRecentDays({ amount: formatUsd(recentVolume.usd) })} />
  )
