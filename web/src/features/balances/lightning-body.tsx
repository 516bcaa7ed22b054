import type { getLightningBalance } from '@bitquay/contract/balances'
import type { Answer } from '@bitquay/contract/call'
import { toCents } from '@bitquay/contract/money'
import type { ReactNode } from 'react'
import { useUser } from '../../lib/session.ts'
import { Btc, Usd } from '../../ui/figures.tsx'
import { LeadFigure } from '../../ui/lead-figure.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { TideGauge } from '../../ui/tide-gauge.tsx'
import { loopOutMinimumUsd, mayLoopOut, RequestLoopOut } from '../loop-out/index.ts'
import { Converted } from './converted.tsx'
import './lightning-body.css'
import * as t from './messages.ts'

type LightningBodyProps = {
  lightning: Answer<typeof getLightningBalance>
  /** Beside the button while nothing prevents a loop-out. */
  note?: ReactNode
  /** Where an open request has a card of its own. */
  hidesOpenRequest?: boolean
}

/** The Lightning balance, how far it is from the minimum, and the button that moves it on-chain. */
export const LightningBody = ({ lightning, note, hidesOpenRequest = false }: LightningBodyProps) => {
  const { role } = useUser()
  const describe = mayLoopOut(lightning.usd) ? t.aboveMinimum : t.belowMinimum
  return (
    <div className="lightning stack rest-auto gap-y-0 gap-x-4">
      <div>
        <LeadFigure size="md" length={formatUsd(lightning.usd).length}>
          <Usd amount={lightning.usd} />
        </LeadFigure>
        <div className="small muted mt-1">
          <Btc amount={lightning.btc} /> <Converted btc={lightning.btc} />
        </div>
        {/[1-9]/.test(lightning.heldBtc) && (
          <div className="small muted mt-1">{t.onHold({ amount: formatUsd(lightning.heldUsd) })}</div>
        )}
      </div>
      <TideGauge
        level={Number(toCents(lightning.usd)) / 100}
        mark={Number(toCents(loopOutMinimumUsd)) / 100}
        label={describe({ balance: formatUsd(lightning.usd), minimum: formatUsd(loopOutMinimumUsd) })}
      />
      <RequestLoopOut
        lightningUsd={lightning.usd}
        heldUsd={lightning.heldUsd}
        isManager={role !== 'user'}
        note={note}
        hidesOpenRequest={hidesOpenRequest}
      />
    </div>
  )
}
