import type { Answer } from '@bitquay/contract/call'
import type { getOwnKeys } from '@bitquay/contract/own-keys'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { firstAddresses } from '../platform/bitcoin/own-wallet.ts'
import type { Db } from '../platform/db/connect.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { findStore, ownWalletOf, type Store } from '../stores/index.ts'
import { presentWallet } from './present-wallet.ts'
import { findOpenOwnKeysChange } from './table.ts'

/** Who has the keys of a merchant's wallet, where it stands, and a change that waits. */
export const readOwnKeys = async (deps: Deps, merchantId: number): Promise<Answer<typeof getOwnKeys>> => {
  const { db, config, engine } = deps
  const store = await findStore(db, merchantId)
  if (store?.status !== 'ready') throw new ApiError('not-configured')
  const wallet = ownWalletOf(store)
  const change = await findOpenOwnKeysChange(db, merchantId)
  return {
    holder: wallet ? 'merchant' : store.engineId === null ? 'own-server' : 'platform',
    wallet: wallet ? presentWallet(wallet, config.network) : null,
    receiving: wallet ? await readReceiving(db, store) : null,
    change: change
      ? {
          kind: change.kind,
          status: change.status === 'waiting' ? 'waiting' : 'applying',
          requestedBy: change.requestedBy,
          requestedAt: change.requestedAt.toISOString(),
          dueAt: change.dueAt.toISOString(),
          addresses: change.wallet ? firstAddresses(change.wallet, config.network) : [],
        }
      : null,
    hasExplorer: engine.esploraUrl !== undefined,
  }
}

/** Which addresses of the wallet were handed out, to customers or as its own, and which were paid. */
const isHandedOut = sql`(a.handed_out
  or exists (select from invoice_destinations d where d.kind = 'address' and d.destination = a.address)
  or exists (select from transactions t where t.address = a.address and t.type = 'incoming'))`
const isPaid = sql`exists (
  select from transactions t where t.address = a.address and t.type = 'incoming' and t.status <> 'failed')`

/** Which number the next address has, and how many were handed out since the last one that was paid. */
export const readReceiving = async (db: Db, { id, storeId }: Pick<Store, 'id' | 'storeId'>) => {
  const { rows } = await sql<{ last: number | null; lastPaid: number | null }>`
    select max(a.receive_index) filter (where ${isHandedOut}) as last, max(a.receive_index) filter (where ${isPaid}) as last_paid
    from store_addresses a
    where a.store_ref = ${id} and a.store_id = ${storeId} and a.receive_index is not null`.execute(db)
  const last = rows[0]?.last ?? -1
  const lastPaid = rows[0]?.lastPaid ?? null
  return { next: last + 1, lastPaid, unpaid: last - (lastPaid ?? -1) }
}

/** Wallets in use of which too few addresses are known beyond the last one that was handed out. */
export const findShortStores = async (db: Db, ahead: number, most: number): Promise<(Store & { known: number })[]> => {
  const { rows } = await sql<Store & { known: number }>`
    select s.*, k.known from stores s cross join lateral (
      select coalesce(max(a.receive_index), -1) as known,
        coalesce(max(a.receive_index) filter (where ${isHandedOut}), -1) as last
      from store_addresses a where a.store_ref = s.id and a.store_id = s.store_id) k
    where s.own_wallet is not null and s.standing = 'current' and s.status = 'ready' and k.known < k.last + ${ahead}
    order by s.id limit ${most}`.execute(db)
  return rows
}
