import { listRates } from '@bitquay/contract/balances'
import { centsOfSats, fromCents, toSats } from '@bitquay/contract/money'
import { useQuery } from '@tanstack/react-query'
import { formatAge } from '../../lib/format-date.ts'
import { usePreferences } from '../../lib/preferences.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useNow } from '../../lib/use-now.ts'
import { About } from '../../ui/about.tsx'
import './converted.css'
import * as t from './messages.ts'

const everyMs = 60_000

/** The balance in the currency that the person also wants to see. Left out while there is no rate. */
export const Converted = ({ btc }: { btc: string }) => {
  const { displayCurrency } = usePreferences()
  const now = useNow(60_000)
  const { data: rates } = useQuery({
    ...queryOf(listRates),
    enabled: displayCurrency !== null,
    refetchInterval: everyMs,
  })
  const rate = rates?.find(({ currency }) => currency === displayCurrency)
  if (!rate) return null
  const cents = centsOfSats(toSats(btc), BigInt(Math.round(rate.price * 100)))
  const amount = formatIn(rate.currency, fromCents(cents))
  return (
    <span className="converted quiet nowrap">
      <About>{rate.stale ? t.convertedOld({ amount, age: formatAge(rate.at, now) }) : amount}</About>
    </span>
  )
}

/** Exact: a decimal string is formatted as it is. */
const formatIn = (currency: string, amount: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount as `${number}`)
