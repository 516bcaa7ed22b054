import type { ReactNode } from 'react'
import { Btc, Usd } from '../../ui/figures.tsx'
import { LeadFigure } from '../../ui/lead-figure.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { useBalance } from './use-balance.ts'

/** The deep card at the head of the sidebar. Old figures stay in place when a reading fails. */
export const BalanceCard = ({ children }: { children: ReactNode }) => {
  const { data: balance } = useBalance()
  return (
    <section className="balance deep" aria-label="Balance">
      <span className="stencil">Balance</span>
      <LeadFigure size="sm" length={balance ? formatUsd(balance.usd).length : 1}>
        <Usd amount={balance?.usd} />
      </LeadFigure>
      <Btc amount={balance?.btc} />
      <div className="acts">{children}</div>
    </section>
  )
}

/** The same two figures in the top bar of a phone. */
export const BalanceInBar = () => {
  const { data: balance } = useBalance()
  return (
    balance && (
      <span className="bal">
        <Usd amount={balance.usd} />
        <Btc amount={balance.btc} />
      </span>
    )
  )
}
