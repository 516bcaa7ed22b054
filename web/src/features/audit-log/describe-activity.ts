import type { Act } from '@bitquay/contract/audit-log'
import { capitalize, sendNames } from '@bitquay/contract/audit-log.words'
import { formatDateTime } from '../../lib/format-date.ts'
import { formatBtc, formatUsd } from '../../ui/money-text.ts'
import * as t from './messages.ts'

/** Amounts come before the rest, and their values name the currency. Empty values are left out. */
export const detailsOf = (detail: Act['detail']): { name: string; value: string; looked?: Looked }[] =>
  amountsFirst(Object.entries(detail)).flatMap(([name, value]) =>
    value === null || value === ''
      ? []
      : [{ name: nameOfDetail(name), value: writeDetail(name, value), ...lookedUp(name, value) }],
  )

type Looked = { address: string } | { txid: string }

/** What a block explorer knows. A Lightning Address isn't in it. */
const lookedUp = (name: string, value: string | number | boolean | null): { looked?: Looked } => {
  if (typeof value !== 'string') return {}
  if (name === 'address' && !value.includes('@')) return { looked: { address: value } }
  return name === 'txid' ? { looked: { txid: value } } : {}
}

/** A long address must not push the amount out of sight. */
const amountsFirst = <Value>(entries: readonly [string, Value][]) =>
  entries.toSorted(([a], [b]) => Number(b.startsWith('amount')) - Number(a.startsWith('amount')))

const plainDetails: Record<string, string> = {
  kind: t.type,
  amountUsd: t.amount,
  amountBtc: t.amountInBitcoin,
}

const nameOfDetail = (name: string): string =>
  plainDetails[name] ??
  capitalize(
    name
      .replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
      .replace(/\b(btc|usd|id|ip|url)\b/g, (letters) => letters.toUpperCase()),
  )

const writeDetail = (name: string, value: string | number | boolean): string => {
  if (typeof value !== 'string') return wordOf(value)
  if (name === 'amountUsd') return formatUsd(value)
  if (name === 'amountBtc') return formatBtc(value)
  return name === 'kind' ? (sendNames[value] ?? wordOf(value)) : wordOf(value)
}

const timestamp = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

const wordOf = (value: string | number | boolean): string => {
  if (typeof value === 'boolean') return value ? t.yes : t.no
  return typeof value === 'string' && timestamp.test(value) ? formatDateTime(value) : String(value)
}
