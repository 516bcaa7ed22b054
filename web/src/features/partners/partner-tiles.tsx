import { formatCount, formatShare } from '../../lib/format-number.ts'
import { Btc, Usd } from '../../ui/figures.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { Tile, Tiles } from '../../ui/tile.tsx'
import * as t from './messages.ts'
import { type PartnerDetail, usePartnerMetrics } from './use-partners.ts'

/** The four summary cards above the list. */
export const MetricTiles = () => {
  const { data } = usePartnerMetrics()
  return (
    <Tiles>
      <Tile
        label={t.totalPartners}
        figure={data ? formatCount(data.totalPartners) : '—'}
        note={data && t.activeCount({ count: data.activePartners })}
      />
      <Tile label={t.totalBalances} figure={<Usd amount={data?.totalBalances} />} note={t.totalBalancesNote} />
      <Tile label={t.totalEarnings} figure={<Usd amount={data?.totalEarnings} />} note={t.atTimeOfPayment} />
      <Tile label={t.totalWithdrawals} figure={<Usd amount={data?.totalWithdrawals} />} note={t.atTimeOfWithdrawal} />
    </Tiles>
  )
}

/** Balance, earned, withdrawn and fee share of one partner. */
export const PartnerTiles = ({ partner }: { partner: PartnerDetail }) => (
  <Tiles>
    <Tile
      label={t.currentBalance}
      figure={<Usd amount={partner.currentBalanceUsd} />}
      note={
        /[1-9]/.test(partner.onItsWayBtc) ? (
          t.pendingWithdrawals({ amount: formatUsd(partner.onItsWayUsd) })
        ) : (
          <Btc amount={partner.currentBalanceBtc} />
        )
      }
    />
    <Tile
      label={t.totalEarned}
      figure={<Usd amount={partner.totalEarnedUsd} />}
      note={<Btc amount={partner.totalEarnedBtc} />}
    />
    <Tile
      label={t.totalWithdrawn}
      figure={<Usd amount={partner.totalWithdrawnUsd} />}
      note={t.withdrawalCount({ count: partner.withdrawals })}
    />
    <Tile label={t.feeShare} figure={formatShare(partner.sharePercentage)} note={t.ofPool} />
  </Tiles>
)
