import { toCents } from '@bitquay/contract/money'
import { Zap } from 'lucide-react'
import { useUser } from '../../lib/session.ts'
import { Tag } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { LeadFigure } from '../../ui/lead-figure.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { TideGauge } from '../../ui/tide-gauge.tsx'
import { loopOutMinimumUsd, mayLoopOut, RequestLoopOut } from '../loop-out/index.ts'
import { useLightningBalance } from './use-lightning-balance.ts'
import './lightning-card.css'

const nodes = { none: 'No node', shared: 'Shared node', own: 'Own node' }

/** What came in over Lightning, and how far it is from the sum that can be moved on-chain. */
export const LightningCard = () => {
  const { role } = useUser()
  const { data: lightning, isPending } = useLightningBalance()
  const note = lightning && <Tag icon={<Zap className="ico" aria-hidden="true" />}>{nodes[lightning.node]}</Tag>
  return (
    <Card title="Lightning balance" note={note} span={5} aria-label="Lightning balance">
      {lightning ? (
        <div className="lightning">
          <div>
            <LeadFigure size="md" length={formatUsd(lightning.usd).length}>
              <Usd amount={lightning.usd} />
            </LeadFigure>
            <div className="muted mt-1.5">
              <Btc amount={lightning.btc} />
            </div>
          </div>
          <TideGauge
            level={Number(toCents(lightning.usd)) / 100}
            mark={Number(toCents(loopOutMinimumUsd)) / 100}
            label={`Lightning balance ${formatUsd(lightning.usd)}, ${mayLoopOut(lightning.usd) ? 'above' : 'below'} the ${formatUsd(loopOutMinimumUsd)} needed to loop out`}
          />
          <RequestLoopOut lightningUsd={lightning.usd} isManager={role !== 'user'} />
        </div>
      ) : isPending ? (
        <div className="min-h-36" role="status" aria-label="Loading">
          <Delayed>
            <Skeleton width="9rem" height="2.25rem" />
            <Skeleton width="7rem" className="mt-3" />
          </Delayed>
        </div>
      ) : (
        <Notice kind="bad">The Lightning balance could not be read. Your money is not affected.</Notice>
      )}
    </Card>
  )
}
