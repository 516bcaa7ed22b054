import { toCents } from '@bitquay/contract/money'
import type { FeeType } from '@bitquay/contract/partners'
import { ChevronRight } from 'lucide-react'
import { formatPercent } from '../../lib/format-number.ts'
import { Card } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { feeKinds } from './fee-kinds.ts'
import * as t from './messages.ts'
import type { PartnerDashboard } from './use-partner.ts'

type Fees = PartnerDashboard['feeBreakdown']

/** Earnings by fee type, to one scale. Each row opens its transactions. */
export const BreakdownCard = ({ fees, onOpen }: { fees: Fees; onOpen: (feeType: FeeType) => void }) => {
  const most = Math.max(...feeKinds.map(({ type }) => Number(toCents(fees[`${type}Fees`]))), 1)
  return (
    <Card title={t.revenueBreakdown} note={t.breakdownNote} span={7} bare aria-label={t.revenueBreakdown}>
      <ul className="fee-rows lined">
        {feeKinds.map(({ type, name }) => {
          const cents = Number(toCents(fees[`${type}Fees`]))
          return (
            <li key={type}>
              <button className="stack middle" type="button" onClick={() => onOpen(type)}>
                <span>
                  <span className="strong">{name}</span>
                  <span className="small quiet block">
                    {t.feeRate({ type, rate: formatPercent(fees[`${type}FeeRate`]) })}
                  </span>
                </span>
                <span className="bar-room" aria-hidden="true">
                  {cents > 0 ? <i style={{ width: `${Math.max((cents / most) * 100, 2)}%` }} /> : <i className="nil" />}
                </span>
                <span className="amt to-right">
                  <Usd amount={fees[`${type}Fees`]} />
                  <span className="small quiet block">{t.feeCount({ type, count: fees[`${type}Count`] })}</span>
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
