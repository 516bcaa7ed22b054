import { type LightningAddress, lightningAddressForm, mostSats } from '@bitquay/contract/lightning-addresses'
import { centsOfSats, findUnits, fromCents } from '@bitquay/contract/money'
import type { FieldSentences } from '../../lib/use-contract-form.ts'
import { formatUsd } from '../../ui/money-text.ts'
import * as t from './messages.ts'

/** Limits are typed in dollars and kept in sats, because wallets read them in sats. */
export type AddressFields = { name: string; minUsd: string; maxUsd: string; comments: boolean; active: boolean }

const commentLength = 200
const start = { minSats: 100, maxSats: 10_000_000 }

const satsPerBitcoin = 100_000_000n
const priceCentsOf = (price: number) => BigInt(Math.round(price * 100))

/** What the form shows of a saved address, or of a new one, at the current price. */
export const toFields = (address: LightningAddress | null, price: number): AddressFields => ({
  name: address?.name ?? '',
  minUsd: writeUsd(address?.minSats ?? start.minSats, price),
  maxUsd: writeUsd(address?.maxSats ?? start.maxSats, price),
  comments: address === null || address.commentLength > 0,
  active: address?.active ?? true,
})

/** A cent at least: what is worth less would be shown as free. */
export const usdOf = (sats: number, price: number) => {
  const cents = centsOfSats(BigInt(sats), priceCentsOf(price))
  return fromCents(cents > 0n ? cents : 1n)
}

/** As it stands behind the dollar sign of a field. */
const writeUsd = (sats: number, price: number) => formatUsd(usdOf(sats, price)).replace('$', '')

/** The nearest sat. Undefined for what is no amount. */
export const satsOf = (usd: string, price: number): number | undefined => {
  const cents = findUnits(usd.replace(/[\s,]/g, ''), 2)
  if (cents === undefined) return undefined
  const [worth, one] = [cents * satsPerBitcoin, priceCentsOf(price)]
  return Number((worth + one / 2n) / one)
}

/** What is sent. A limit that wasn't changed keeps its sats, whatever the price is now. */
export const toSaved = (fields: AddressFields, address: LightningAddress | null, price: number) => {
  const shown = toFields(address, price)
  const kept = address ?? start
  const { name, comments, active } = fields
  return {
    name,
    minSats: fields.minUsd === shown.minUsd ? kept.minSats : (satsOf(fields.minUsd, price) ?? Number.NaN),
    maxSats: fields.maxUsd === shown.maxUsd ? kept.maxSats : (satsOf(fields.maxUsd, price) ?? Number.NaN),
    commentLength: comments ? commentLength : 0,
    active,
  }
}

const fieldOf: Record<string, keyof AddressFields> = { name: 'name', minSats: 'minUsd', maxSats: 'maxUsd' }

export const findProblems =
  (address: LightningAddress | null, price: number) =>
  (fields: AddressFields): FieldSentences<AddressFields> => {
    const saved = toSaved(fields, address, price)
    const isBelow = saved.minSats > saved.maxSats
    const range = t.wrongLimit({ least: formatUsd(usdOf(1, price)), most: formatUsd(usdOf(mostSats, price)) })
    return Object.fromEntries(
      (lightningAddressForm.safeParse(saved).error?.issues ?? []).map(({ path, message }) => {
        const field = fieldOf[String(path[0])] ?? 'name'
        if (field === 'name') return [field, message]
        return [field, field === 'maxUsd' && isBelow ? t.wrongOrder : range]
      }),
    )
  }
