import type { TillCashier } from '@bitquay/contract/tills'
import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
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
    await recordActivity(tx, {
      act: 'till-cashier-added',
      actor: person,
      source,
      subject: { kind: 'till-cashier', id },
      detail: { till: till.name, name },
    })
    await emitChange(tx, `merchant:${merchantId}`, 'tills')
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
    await recordActivity(tx, {
      act: 'till-cashier-removed',
      actor: person,
      source,
      subject: { kind: 'till-cashier', id: cashierId },
      detail: { name: removed.name },
    })
    await emitChange(tx, `merchant:${merchantId}`, 'tills')
  })
