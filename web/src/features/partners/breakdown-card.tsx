import { toCents } from '@bitquay/contract/money'
import type { FeeType } from '@bitquay/contract/partners'
import { ChevronRight } from 'lucide-react'
import { formatCount, formatPercent } from '../../lib/format-number.ts'
import { Card } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { feeKinds } from './fee-kinds.ts'
import type { PartnerDashboard } from './use-partner.ts'

type Fees = PartnerDashboard['feeBreakdown']

/** What each kind of fee brought, to one scale; each opens its transactions. */
export const BreakdownCard = ({ fees, onOpen }: { fees: Fees; onOpen: (feeType: FeeType) => void }) => {
  const most = Math.max(...feeKinds.map(({ type }) => Number(toCents(fees[`${type}Fees`]))), 1)
  return (
    <Card
      title="Revenue breakdown"
      note="select one to see its transactions"
      span={7}
      bare
      aria-label="Revenue breakdown"
    >
      <ul className="fee-rows">
        {feeKinds.map(({ type, name, unit }) => {
          const count = fees[`${type}Count`]
          const cents = Number(toCents(fees[`${type}Fees`]))
          return (
            <li key={type}>
              <button type="button" onClick={() => onOpen(type)}>
                <span>
                  <span className="strong">{name}</span>
                  <span className="small quiet block">{rateText(fees[`${type}FeeRate`])}</span>
                </span>
                <span className="bar-room" aria-hidden="true">
                  {cents > 0 ? <i style={{ width: `${Math.max((cents / most) * 100, 2)}%` }} /> : <i className="nil" />}
                </span>
                <span className="amt">
                  <Usd amount={fees[`${type}Fees`]} />
                  <span className="small quiet block">
                    {count === 0 ? 'none' : `${formatCount(count)} ${unit}${count === 1 ? '' : 's'}`}
                  </span>
                </span>
                <ChevronRight className="ico quiet" aria-hidden="true" />
              </button>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const rateText = (rate: number) => (rate === 0 ? '0% now' : `${formatPercent(rate)} of each`)
