import type { Checkout } from '@bitquay/contract/checkout'
import { needsTwoLines } from '@bitquay/contract/checkout.title'
import type { ReactNode } from 'react'
import { formatDueDate } from '../../lib/format-due-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Btc } from '../../ui/figures.tsx'
import { sumOver, sumPart } from './balance.ts'
import { Clock } from './clock.tsx'
import { CopyIconButton } from './copy-plate.tsx'
import * as t from './messages.ts'
import { isPayable, type Phase } from './phase.ts'
import { formatPrice } from './price.ts'
import { Price } from './price-figure.tsx'
import { describePhase, titleOf } from './words.ts'

type SummaryProps = { checkout: Checkout; phase: Phase; nowMs: number }

/** State, clock, what happened and the amount, each in a slot that never moves. */
export const Summary = ({ checkout, phase, nowMs }: SummaryProps) => {
  const { badge, heading } = describePhase(checkout, phase)
  const { label, figure, isLong, btc, copyLabel } = leadOf(checkout, phase)
  return (
    <div
      className="pay-top"
      data-due={checkout.dueDate && 'yes'}
      data-long={needsTwoLines(titleOf(checkout)) ? 'yes' : undefined}
    >
      <div className="pay-row across gap-2.5">
        <Badge shape={badge.shape}>{badge.word}</Badge>
        <Clock checkout={checkout} phase={phase} nowMs={nowMs} />
      </div>
      <h1
        className={classNames('hull clip mt-3 pay-title', needsTwoLines(heading) && 'pay-title--long')}
        title={heading}
      >
        <span>{heading}</span>
      </h1>
      <div className="pay-due mt-5">
        <p className="stencil">{label}</p>
        <p className={classNames('money', isLong && 'money--long')}>{figure}</p>
        <div className="btcline across gap-1.5 mt-1.5">
          {btc && <Btc amount={btc} />}
          {btc && copyLabel && <CopyIconButton label={copyLabel} text={btc} />}
        </div>
        <p className="rate clip small quiet">{describeRate(checkout, phase)}</p>
        {checkout.dueDate && isUnpaid(phase) && (
          <p className="when">{t.due({ date: formatDueDate(checkout.dueDate) })}</p>
        )}
      </div>
    </div>
  )
}

const isUnpaid = (phase: Phase) => isPayable(phase) || phase === 'unpriced'

type Lead = {
  label: string
  figure: ReactNode
  isLong: boolean
  /** The same in bitcoin. */
  btc: string | null
  /** Set where the customer may need to copy it. */
  copyLabel?: string
}

/** The amount is always there: the total, what is still due, or what was paid. */
const leadOf = (checkout: Checkout, phase: Phase): Lead => {
  const { amount, currency, amountBtc } = checkout
  if (phase === 'part') {
    const due = checkout.dueBtc ?? '0'
    return { label: t.stillDue, ...figureOf(sumPart(checkout), 'due', due), copyLabel: t.amountStillDue }
  }
  if (phase === 'overpaid') return { label: t.youPaid, ...figureOf(sumOver(checkout), 'received', checkout.paidBtc) }
  const isBtc = currency === 'BTC'
  return {
    label: phase === 'paid' ? t.youPaid : t.total,
    figure: <Price {...checkout} />,
    isLong: formatPrice(amount, currency).length > 11,
    btc: isBtc || phase === 'unpriced' ? null : amountBtc,
    ...(phase === 'waiting' ? { copyLabel: t.amount } : {}),
  }
}

const figureOf = <Name extends string>(sum: { currency: string } & Record<Name, string>, name: Name, btc: string) => ({
  figure: <Price amount={sum[name]} currency={sum.currency} />,
  isLong: formatPrice(sum[name], sum.currency).length > 11,
  btc: sum.currency === 'BTC' ? null : btc,
})

const describeRate = ({ rate, currency }: Checkout, phase: Phase) => {
  if (phase === 'expired' || (phase === 'unpriced' && rate)) return t.notLocked
  if (!rate) return null
  const price = formatPrice(rate, 'USD')
  return currency === 'BTC' ? t.rate({ rate: price }) : t.rateLocked({ rate: price })
}
