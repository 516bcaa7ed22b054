import { fromCents } from '@bitquay/contract/money'
import { classNames } from '../../ui/class-names.ts'
import { formatUsd } from '../../ui/money-text.ts'
import { compare } from './add-up-days.ts'
import * as t from './messages.ts'

type ChangeOfProps = {
  now: bigint
  before: bigint
  /** Whether it is bad news when the amount falls. It isn't for the platform's own figures. */
  isFallBad?: boolean
}

/** How an amount in cents changed. With nothing to compare with, nothing is shown. */
export const ChangeOf = ({ now, before, isFallBad = true }: ChangeOfProps) => {
  const change = compare(now, before)
  if (change === undefined) return null
  const percent = writePercent(Math.abs(change))
  return (
    <>
      <b className={classNames(change > 0 && 'text-ok', change < 0 && isFallBad && 'text-bad')}>
        {change > 0 ? t.changeUp({ percent }) : change < 0 ? t.changeDown({ percent }) : t.unchanged}
      </b>{' '}
      <span>{t.was({ amount: formatUsd(fromCents(before)) })}</span>
    </>
  )
}

export const writePercent = (value: number) =>
  `${value.toLocaleString('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 })}%`
