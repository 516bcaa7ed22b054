import { toCents, toUsd8, usd8OfSats } from '@bitquay/contract/money'
import { type Entry, postTransfer } from '../ledger/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { type ForgivableFee, findForgivable, findForgiven, markForgiven, markUnforgiven } from './table.ts'

/** Where the platform's part goes: given up on purpose, or lost. */
export type ForgivenIn = 'forgiven' | 'written-off'

export type Forgiven = { sats: bigint; shares: { partnerId: number; sats: bigint }[] }

/**
 * Forgives fees as a whole, with the partners' shares, which were pending until now. It is one transfer, so that each
 * partner's account is summed up once. A fee of which a promo code has reserved a part stays.
 */
export const forgiveFees = async (
  tx: Tx,
  merchantId: number,
  feeInvoiceId: number,
  { isFirstKept, account }: { isFirstKept: boolean; account: ForgivenIn },
): Promise<Forgiven> => {
  const fees = (await findForgivable(tx, feeInvoiceId)).slice(isFirstKept ? 1 : 0)
  const entries = sumUp(fees.flatMap((fee) => entriesOf(merchantId, fee, account)))
  if (entries.length > 0) await postTransfer(tx, { kind: 'forgive', reference: `invoice:${feeInvoiceId}`, entries })
  await markForgiven(
    tx,
    fees.map(({ id }) => id),
  )
  const shares = entries.flatMap(({ owner, sats }) => (owner.kind === 'partner' ? { partnerId: owner.id, sats } : []))
  return { sats: fees.reduce((sum, { dueSats }) => sum + dueSats, 0n), shares }
}

/** The payment of a forgiven fee is undone, and the forgiveness with it: then there is nothing to forgive. */
export const undoForgiveness = async (tx: Tx, transferId: bigint) => {
  const fee = await findForgiven(tx, transferId)
  if (!fee) return
  const entries = entriesOf(fee.merchantId, fee, fee.account).map(({ sats, usd8, ...entry }) => ({
    ...entry,
    sats: -sats,
    usd8: -usd8,
  }))
  await postTransfer(tx, { kind: 'forgive', reference: `fee:${fee.id}`, entries })
  await markUnforgiven(tx, fee.id)
}

/** Partners lose exactly what they earned, in dollars too. The rest is the platform's. */
const entriesOf = (merchantId: number, { dueSats, btcPrice, shares }: ForgivableFee, account: ForgivenIn): Entry[] => {
  const owedUsd8 = usd8OfSats(dueSats, toCents(btcPrice))
  const partners = shares.map(
    ({ partnerId, sats, usd }): Entry => ({
      owner: { kind: 'partner', id: partnerId },
      account: 'earned',
      sats: BigInt(sats),
      usd8: toUsd8(usd),
    }),
  )
  const ofPartners = partners.reduce((sum, { sats, usd8 }) => ({ sats: sum.sats + sats, usd8: sum.usd8 + usd8 }), {
    sats: 0n,
    usd8: 0n,
  })
  return [
    ...partners,
    {
      owner: { kind: 'platform' },
      account,
      sats: dueSats - ofPartners.sats,
      usd8: owedUsd8 - ofPartners.usd8,
    },
    { owner: { kind: 'merchant', id: merchantId }, account: 'fees-owed', sats: -dueSats, usd8: -owedUsd8 },
  ]
}

/** One entry for each account. */
const sumUp = (entries: readonly Entry[]): Entry[] => {
  const sums = new Map<string, Entry>()
  for (const entry of entries) {
    const key = `${entry.owner.kind} ${'id' in entry.owner ? entry.owner.id : 0} ${entry.account}`
    const sum = sums.get(key)
    sums.set(key, sum ? { ...sum, sats: sum.sats + entry.sats, usd8: sum.usd8 + entry.usd8 } : entry)
  }
  return [...sums.values()]
}
