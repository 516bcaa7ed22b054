import type { MerchantDetail } from '@bitquay/contract/merchants.admin'
import { fromCents, toCents } from '@bitquay/contract/money'
import { formatAgo } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Card } from '../../ui/card.tsx'
import { FigureRow, RowFigure } from '../../ui/figure-row.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { OwnServerMark } from '../../ui/own-server-mark.tsx'
import * as t from './messages.ts'

/** On-chain − what can't be sent yet − fees owed = available, never below zero. */
export const MerchantMoney = ({ merchant }: { merchant: MerchantDetail }) => {
  const { onChain, lightning, available, feesOwed, asOf, stale } = merchant.balances
  const now = useNow(10_000)
  const waiting = toCents(onChain.usd) - toCents(feesOwed.usd) - toCents(available.usd)
  return (
    <Card
      title={t.moneyNow}
      note={asOf === null ? t.notSynced : t.synced({ ago: formatAgo(asOf, now) })}
      bare
      aria-label={t.moneyNow}
      footer={
        <span className="small muted">
          {t.lightningBeside({ amount: formatUsd(lightning.usd), node: merchant.lightningNode })}
        </span>
      }
    >
      <FigureRow columns={4}>
        <RowFigure name={t.onChain} figure={<Usd amount={onChain.usd} />}>
          <Btc amount={onChain.btc} />
        </RowFigure>
        <RowFigure name={t.notAvailableYet} figure={<Usd amount={fromCents(waiting > 0n ? waiting : 0n)} />} sign="−">
          {t.notAvailableNote}
        </RowFigure>
        <RowFigure
          name={t.feesOwed}
          figure={<Usd amount={feesOwed.usd} className={waiting < 0n ? 'text-bad' : ''} />}
          sign="−"
        >
          <Btc amount={feesOwed.btc} />
        </RowFigure>
        <RowFigure name={t.available} figure={<Usd amount={available.usd} />} sign="=">
          {waiting < 0n ? t.neverBelowZero : <Btc amount={available.btc} />}
        </RowFigure>
      </FigureRow>
      {(merchant.reportedByMerchant || (merchant.btcpayStoreId !== null && stale)) && (
        <div className="pad stack gap-3">
          {merchant.reportedByMerchant && <OwnServerMark />}
          {merchant.btcpayStoreId !== null && stale && (
            <Notice kind="wait">
              {asOf === null ? t.neverSynced : t.oldBalances({ ago: formatAgo(asOf, now) })}
              {merchant.syncError && <span className="small mono block">{merchant.syncError}</span>}
            </Notice>
          )}
        </div>
      )}
    </Card>
  )
}
