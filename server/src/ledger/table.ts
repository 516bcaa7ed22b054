import { fromCents, fromUsd8, usd8OfSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
import { mainEngineId } from '../platform/main-engine-id.ts'

export type AccountKind =
  | 'fees-owed'
  | 'collecting'
  | 'fee-credit'
  | 'lightning'
  | 'earned'
  | 'payout-hold'
  | 'loop-out-hold'
  | 'loop-out-payable'
  | 'wallet'
  | 'lightning-node'
  | 'revenue'
  | 'capital'
  | 'network-fees'
  | 'forgiven'
  | 'written-off'
  | 'outside-world'

export type Owner = { kind: 'platform' } | { kind: 'merchant' | 'partner' | 'engine'; id: number }

/** Who has the account of an engine's Lightning node. The main engine's account is the platform's, as in all history. */
export const nodeOwner = (engineId: number): Owner =>
  engineId === mainEngineId ? { kind: 'platform' } : { kind: 'engine', id: engineId }

/** Debits are positive and credits negative. The entries of one transfer sum to zero, in satoshis and in dollars. */
export type Entry = { owner: Owner; account: AccountKind; sats: bigint; usd8: bigint }

export type Transfer = {
  kind: string
  /** What it is posted for. The same kind and reference are posted only once. */
  reference: string
  priceCents?: bigint
  entries: readonly Entry[]
}

/** Posts a transfer. Returns undefined if it was posted before. */
export const postTransfer = async (tx: Tx, transfer: Transfer): Promise<bigint | undefined> =>
  (await postTransfers(tx, [transfer]))[0]

/** Posts transfers with the database function. Returns undefined in the place of each that was posted before. */
export const postTransfers = async (tx: Tx, transfers: readonly Transfer[]): Promise<(bigint | undefined)[]> => {
  if (transfers.length === 0) return []
  const given = transfers.map(({ kind, reference, priceCents, entries }) => ({
    kind,
    reference,
    price: priceCents === undefined ? null : fromCents(priceCents),
    entries: entries.map(toPosted),
  }))
  const { rows } = await sql<{ place: bigint; id: bigint | null }>`
    select t.place, post_transfer(t.kind, t.reference, t.entries, t.price) as id
    from rows from (
      jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as (kind text, reference text, price numeric, entries jsonb)
    ) with ordinality t (kind, reference, price, entries, place)`.execute(tx)
  const ids = new Map(rows.map(({ place, id }) => [Number(place), id ?? undefined]))
  return transfers.map((_transfer, index) => ids.get(index + 1))
}

const toPosted = ({ owner, account, sats, usd8 }: Entry) => ({
  owner: owner.kind,
  ownerId: owner.kind === 'platform' ? 0 : owner.id,
  kind: account,
  sats: sats.toString(),
  usd: fromUsd8(usd8),
})

/** Reverses a transfer. Returns undefined if it was reversed before. */
export const reverseTransfer = async (tx: Tx, transferId: bigint, reference: string): Promise<bigint | undefined> => {
  const { rows } = await sql<{ id: bigint | null }>`select reverse_transfer(${transferId}, ${reference}) as id`.execute(
    tx,
  )
  return rows[0]?.id ?? undefined
}

/**
 * Adds dollar amounts to entries at one price. Each is rounded on its own except the last, which takes the remainder,
 * so that the dollars of a transfer sum to zero like its satoshis. Entries of zero are left out.
 */
export const priceEntries = (entries: readonly Omit<Entry, 'usd8'>[], priceCents: bigint): Entry[] => {
  const moving = entries.filter(({ sats }) => sats !== 0n)
  let sum = 0n
  return moving.map((entry, index) => {
    const usd8 = index === moving.length - 1 ? -sum : usd8OfSats(entry.sats, priceCents)
    sum += usd8
    return { ...entry, usd8 }
  })
}
