import type { TillCashier } from '@bitquay/contract/tills'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { tillCashierAdded, tillCashierRemoved } from './facts.ts'
import { insertCashier, markCashierRemoved } from './table.cashiers.ts'
import { lockTill } from './table.ts'

type NewCashier = { tillId: number; name: string; pin: string }

/** Adds a cashier. The PIN is hashed like a password. */
export const addCashier = async (
  deps: Deps,
  person: MerchantPerson,
  { tillId, name, pin }: NewCashier,
  source: Source,
): Promise<TillCashier> => {
  const pinHash = await deps.passwords.hash(pin)
  return inTransaction(deps.db, async (tx) => {
    const { merchantId } = person
    const till = await lockTill(tx, merchantId, tillId)
    if (!till) throw new ApiError('not-found')
    const { id } = await insertCashier(tx, { merchantId, tillId, name, pinHash })
    const detail = { till: till.name, name }
    await announce(tx, tillCashierAdded, { id, merchantId, detail }, { actor: person, source })
    return { id, name }
  })
}

export const removeCashier = (
  deps: Deps,
  person: MerchantPerson,
  { tillId, cashierId }: { tillId: number; cashierId: number },
  source: Source,
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const { merchantId } = person
    const removed = await markCashierRemoved(tx, { merchantId, tillId, id: cashierId })
    if (!removed) throw new ApiError('not-found')
    const detail = { name: removed.name }
    await announce(tx, tillCashierRemoved, { id: cashierId, merchantId, detail }, { actor: person, source })
  })
