import { toCents } from '@bitquay/contract/money'
import { Card, Sums } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import './collected-card.css'
import * as t from './messages.ts'
import type { Revenue } from './use-revenue.ts'

/** Collected + owed = revenue, to scale. */
export const CollectedCard = ({ revenue: { collectedUsd, owedUsd, total } }: { revenue: Revenue }) => {
  const [owed, all] = [toCents(owedUsd), toCents(total.usd)]
  const owedPercent = all > 0n ? Number((owed * 1000n) / all) / 10 : 0
  return (
    <Card title={t.collectedAndOwed} aria-label={t.collectedAndOwed}>
      {all > 0n && (
        <div className="collected flex mb-3" aria-hidden="true">
          <i style={{ flexGrow: 100 - owedPercent }} />
          {owedPercent > 0 && <i className="owed" style={{ flexGrow: owedPercent }} />}
        </div>
      )}
      <Sums
        rows={[
          { name: t.collected, value: <Usd amount={collectedUsd} /> },
          { name: t.owedByMerchants, value: <Usd amount={owedUsd} /> },
          { name: t.revenue, value: <Usd amount={total.usd} />, total: true },
        ]}
      />
    </Card>
  )
}
