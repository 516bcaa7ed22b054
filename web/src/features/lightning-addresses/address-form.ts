import { type LightningAddress, lightningAddressForm } from '@bitquay/contract/lightning-addresses'
import { formatCount } from '../../lib/format-number.ts'
import type { FieldSentences } from '../../lib/use-contract-form.ts'

export type AddressFields = { name: string; minSats: string; maxSats: string; comments: boolean; active: boolean }

const commentLength = 200

/** What the form shows of a saved address, or of a new one. */
export const toFields = (address: LightningAddress | null): AddressFields => ({
  name: address?.name ?? '',
  minSats: formatCount(address?.minSats ?? 100),
  maxSats: formatCount(address?.maxSats ?? 10_000_000),
  comments: address === null || address.commentLength > 0,
  active: address?.active ?? true,
})

/** What is sent. Amounts may be typed with commas. */
export const toSaved = ({ name, minSats, maxSats, comments, active }: AddressFields) => ({
  name,
  minSats: numberOf(minSats),
  maxSats: numberOf(maxSats),
  commentLength: comments ? commentLength : 0,
  active,
})

const numberOf = (typed: string) => (/^\d+$/.test(plain(typed)) ? Number(plain(typed)) : Number.NaN)
const plain = (typed: string) => typed.replace(/[\s,]/g, '')

export const findProblems = (fields: AddressFields): FieldSentences<AddressFields> =>
  Object.fromEntries(
    (lightningAddressForm.safeParse(toSaved(fields)).error?.issues ?? []).map(({ path, message }) => [
      String(path[0]),
      message,
    ]),
  )
