import { fromCents } from '@bitquay/contract/money'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Usd } from '../../ui/figures.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { compare, type Received, shareOf } from './add-up-days.ts'
import * as t from './messages.ts'
import './received-figures.css'

type ReceivedFiguresProps = { now: Received /** Undefined until known. */; before: Received | undefined }

/** Gross − fees = net. */
export const ReceivedFigures = ({ now, before }: ReceivedFiguresProps) => {
  const feeShare = shareOf(now.fees, now.gross)
  return (
    <div className="received-figures stack columns-3 parted phone-single">
      <Figure name={t.gross} cents={now.gross}>
        {before && <Change now={now.gross} before={before.gross} />}
      </Figure>
      <Figure name={t.fees} cents={now.fees} sign="−">
        {feeShare !== undefined && <span>{t.ofGross({ percent: percent(feeShare) })}</span>}
      </Figure>
      <Figure name={t.net} cents={now.net} sign="=">
        {before && <Change now={now.net} before={before.net} />}
      </Figure>
    </div>
  )
}

type FigureProps = { name: string; cents: bigint; sign?: string; children: ReactNode }

const Figure = ({ name, cents, sign, children }: FigureProps) => (
  <div>
    {sign && (
      <span className="sign quiet medium in-center" aria-hidden="true">
        {sign}
      </span>
    )}
    <span className="stencil">{name}</span>
    <div className="money nowrap">
      <Usd amount={fromCents(cents)} />
    </div>
    {children && <div className="change small quiet mt-1">{children}</div>}
  </div>
)

/** With nothing to compare with, nothing is shown. */
const Change = ({ now, before }: { now: bigint; before: bigint }) => {
  const change = compare(now, before)
  if (change === undefined) return null
  const text = percent(Math.abs(change))
  return (
    <>
      <b className={classNames(change > 0 && 'text-ok', change < 0 && 'text-bad')}>
        {change > 0 ? t.changeUp({ percent: text }) : change < 0 ? t.changeDown({ percent: text }) : t.unchanged}
      </b>{' '}
      <span>{t.was({ amount: formatUsd(fromCents(before)) })}</span>
    </>
  )
}

const percent = (value: number) =>
  `${value.toLocaleString('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 })}%`
