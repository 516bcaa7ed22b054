import { formatCount, formatShare } from '../../lib/format-number.ts'
import { Btc, Usd } from '../../ui/figures.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { Tile, Tiles } from '../../ui/tile.tsx'
import { type PartnerDetail, usePartnerMetrics } from './use-partners.ts'

/** The four summary cards above the list. */
export const MetricTiles = () => {
  const { data } = usePartnerMetrics()
  return (
    <Tiles>
      <Tile
        label="Total Partners"
        figure={data ? formatCount(data.totalPartners) : '—'}
        note={data ? `${formatCount(data.activePartners)} active` : undefined}
      />
      <Tile label="Total Balances" figure={<Usd amount={data?.totalBalances} />} note="owed, at today’s price" />
      <Tile label="Total Earnings" figure={<Usd amount={data?.totalEarnings} />} note="as recorded" />
      <Tile label="Total Withdrawals" figure={<Usd amount={data?.totalWithdrawals} />} note="as recorded" />
    </Tiles>
  )
}

/** Balance, earned, withdrawn and fee share of one partner. */
export const PartnerTiles = ({ partner }: { partner: PartnerDetail }) => (
  <Tiles>
    <Tile
      label="Current Balance"
      figure={<Usd amount={partner.currentBalanceUsd} />}
      note={
        /[1-9]/.test(partner.onItsWayBtc) ? (
          `and ${formatUsd(partner.onItsWayUsd)} on its way out`
        ) : (
          <Btc amount={partner.currentBalanceBtc} />
        )
      }
    />
    <Tile
      label="Total Earned"
      figure={<Usd amount={partner.totalEarnedUsd} />}
      note={<Btc amount={partner.totalEarnedBtc} />}
    />
    <Tile
      label="Total Withdrawn"
      figure={<Usd amount={partner.totalWithdrawnUsd} />}
      note={
        partner.withdrawals === 0
          ? 'no withdrawal yet'
          : `${formatCount(partner.withdrawals)} withdrawal${partner.withdrawals === 1 ? '' : 's'}`
      }
    />
    <Tile label="Fee Share" figure={formatShare(partner.sharePercentage)} note="of the partner pool" />
  </Tiles>
)
