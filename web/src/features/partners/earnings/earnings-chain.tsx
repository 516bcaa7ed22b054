import { Usd } from '../../../ui/figures.tsx'
import { TotalsBar } from '../../../ui/list-surface/totals-bar.tsx'
import type { PartnerDashboard } from '../use-partner.ts'
import * as t from './messages.ts'

/** Earned − not collected yet = collected − paid to you = available, with what the price did in between. */
export const EarningsChain = ({ partner }: { partner: PartnerDashboard['partner'] }) => {
  const change = partner.priceChangeUsd
  const isLoss = change.startsWith('-')
  return (
    <div className="c12 stack gap-2">
      <TotalsBar
        label={t.yourEarnings}
        counts={[]}
        sums={[
          { label: t.earned, figure: <Usd amount={partner.totalEarnedUsd} /> },
          { label: t.notCollected, sign: 'minus', figure: <Usd amount={partner.uncollectedUsd} /> },
          { label: t.collected, sign: 'equals', figure: <Usd amount={partner.collectedUsd} /> },
          { label: t.paidToYou, sign: 'minus', figure: <Usd amount={partner.totalWithdrawnUsd} /> },
          ...(isSome(partner.onItsWayUsd)
            ? [{ label: t.onItsWay, sign: 'minus' as const, figure: <Usd amount={partner.onItsWayUsd} /> }]
            : []),
          ...(isSome(change)
            ? [
                {
                  label: t.priceChange,
                  sign: isLoss ? ('minus' as const) : ('plus' as const),
                  figure: <Usd amount={isLoss ? change.slice(1) : change} />,
                },
              ]
            : []),
          { label: t.available, sign: 'equals', figure: <Usd amount={partner.availableUsd} /> },
        ]}
      />
      {isSome(change) && <p className="small muted">{t.chainNote}</p>}
    </div>
  )
}

const isSome = (usd: string) => /[1-9]/.test(usd)
