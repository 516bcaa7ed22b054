import type { ReactNode } from 'react'
import { Btc, Usd } from '../../ui/figures.tsx'
import { LeadFigure } from '../../ui/lead-figure.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { Converted } from './converted.tsx'
import * as t from './messages.ts'
import { useBalance } from './use-balance.ts'

/** The deep card at the head of the sidebar. Old figures stay when loading fails. */
export const BalanceCard = ({ children }: { children: ReactNode }) => {
  const { data: balance } = useBalance()
  return (
    <section className="balance deep" aria-label={t.balance}>
      <span className="stencil">{t.balance}</span>
      <LeadFigure size="sm" length={balance ? formatUsd(balance.usd).length : 1}>
        <Usd amount={balance?.usd} />
      </LeadFigure>
      <Btc amount={balance?.btc} />
      {balance && <Converted btc={balance.btc} />}
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
