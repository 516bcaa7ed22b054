import { fromSats } from '@bitquay/contract/money'
import { Btc, Usd } from '../../ui/figures.tsx'
import { formatBtc, formatUsd } from '../../ui/money-text.ts'

type Amount = { amount: string; currency: string }

/** An amount in the currency that it was requested in. */
export const RefundAmount = ({ amount, currency }: Amount) => {
  if (currency === 'USD') return <Usd amount={amount} />
  if (currency === 'BTC') return <Btc amount={amount} />
  if (currency === 'SATS') return <Btc amount={fromSats(BigInt(amount))} />
  return (
    <span className="usd">
      {amount} <span className="u">{currency}</span>
    </span>
  )
}

/** The same as plain text. */
export const formatAmount = ({ amount, currency }: Amount) => {
  if (currency === 'USD') return formatUsd(amount)
  return currency === 'BTC' ? formatBtc(amount) : `${amount} ${currency}`
}
