import { useContext } from 'react'
import { BitcoinUnit } from './bitcoin-unit.ts'
import { classNames } from './class-names.ts'
import * as t from './messages.ts'
import { splitBtc, splitSats, splitUsd } from './money-text.ts'

type FigureProps = {
  /** A decimal string as the server sent it; nothing when the figure is not known. */
  amount: string | null | undefined
  className?: string
}

/** Dollars, with quieter cents. A missing figure is a dash, never zero. */
export const Usd = ({
  amount,
  signed = false,
  className,
}: FigureProps & { /** Write a plus before money in. */ signed?: boolean }) => {
  if (amount === null || amount === undefined) return <Missing className="usd" />
  const { minus, dollars, cents } = splitUsd(amount)
  return (
    <span className={classNames('usd', className)}>
      {minus ? '−' : signed ? '+' : ''}${dollars}
      <span className="c">.{cents}</span>
    </span>
  )
}

/** Bitcoin in groups that are margins, so that what is copied has no spaces; zeros before the first digit are quieter. */
export const Btc = ({ amount, unit = true, className }: FigureProps & { unit?: boolean }) => {
  const written = useContext(BitcoinUnit)
  if (amount === null || amount === undefined) return <Missing className="btc" />
  if (written === 'sats') return <Sats amount={amount} unit={unit} className={className} />
  const { minus, groups } = splitBtc(amount)
  const [head, ...rest] = groups.map(({ zeros, digits }) => (
    <>
      {zeros && <span className="z">{zeros}</span>}
      {digits}
    </>
  ))
  return (
    <span className={classNames('btc', className)}>
      {minus && '−'}
      {head}
      <i>{rest[0]}</i>
      <i>{rest[1]}</i>
      {unit && <span className="u">BTC</span>}
    </span>
  )
}

/** Whole satoshis in groups of three, which are margins too. */
const Sats = ({ amount, unit, className }: { amount: string; unit: boolean; className: string | undefined }) => {
  const { minus, groups } = splitSats(amount)
  return (
    <span className={classNames('btc', className)}>
      {minus && '−'}
      {groups.map((digits, place) => (place === 0 ? digits : <i key={place}>{digits}</i>))}
      {unit && <span className="u">{t.sats}</span>}
    </span>
  )
}

const Missing = ({ className }: { className: string }) => (
  <span className={className}>
    <span aria-hidden="true">—</span>
    <span className="sr-only">{t.notKnown}</span>
  </span>
)
