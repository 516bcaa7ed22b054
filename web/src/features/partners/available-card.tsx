import { Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { LeadFigure } from '../../ui/lead-figure.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import type { PartnerDashboard } from './use-partner.ts'

type AvailableCardProps = {
  partner: PartnerDashboard['partner']
  /** Such as the price it is told at. */
  note: ReactNode
  onWithdraw: () => void
}

/** What can be withdrawn, and the one act of the dashboard. */
export const AvailableCard = ({ partner, note, onWithdraw }: AvailableCardProps) => {
  const nothing = !/[1-9]/.test(partner.availableBtc) || partner.availableBtc.startsWith('-')
  const held = /[1-9]/.test(partner.onItsWayBtc)
  return (
    <Card title="Available Balance" note={note} span={7} aria-label="Available Balance">
      <div className="flex h-full flex-col justify-between gap-6">
        <div>
          <LeadFigure length={formatUsd(partner.availableUsd).length}>
            <Usd amount={partner.availableUsd} />
          </LeadFigure>
          <div className="mt-1.5 text-lg text-ink-2">
            <Btc amount={partner.availableBtc} />
          </div>
          {/[1-9]/.test(partner.uncollectedBtc) && (
            <p className="small muted mt-2">
              Not collected yet: <Usd amount={partner.uncollectedUsd} />. You can withdraw it once the merchants’ fees
              have reached the platform wallet.
            </p>
          )}
          {held && (
            <p className="small muted mt-2">
              and <Usd amount={partner.onItsWayUsd} /> on its way out
            </p>
          )}
        </div>
        <div className="earn-act">
          <p className="small muted">
            {partner.currentBalanceBtc.startsWith('-')
              ? 'Payments that you earned from were undone by the network after you withdrew. New earnings make up for it first.'
              : 'Owed to you in bitcoin, fixed when each payment was booked. Minimum withdrawal $1.00.'}
          </p>
          <Button
            variant="signal"
            icon={<Send className="ico" aria-hidden="true" />}
            disabled={nothing}
            onClick={onWithdraw}
          >
            Withdraw Bitcoin
          </Button>
        </div>
      </div>
    </Card>
  )
}
