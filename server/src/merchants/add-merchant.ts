import { invitePerson, requireUncommonPassword } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { createMerchant, requireHonestNames } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { adoptStoreInTx, requireEngineRoom, subscribeToStore, toStoreDetails, verifyStore } from '../stores/index.ts'
import { merchantCreated } from './facts.ts'

type NewMerchant = {
  email: string
  /** Without a password the merchant is invited to choose one. */
  password?: string | undefined
  storeName: string
  markupFeePercent: string
  btcpayServerUrl?: string | undefined
  btcpayStoreId?: string | undefined
  btcpayApiKey?: string | undefined
}

/**
 * Creates a merchant. The merchant's own store is checked first, so that no merchant is created whose payments would
 * fail.
 */
export const addMerchant = async (deps: Deps, admin: Admin, merchant: NewMerchant, source: Source): Promise<number> => {
  const { email, password, storeName, markupFeePercent } = merchant
  if (password !== undefined) requireUncommonPassword(password)
  const details = toStoreDetails(deps, merchant)
  const verified = details && (await verifyStore(deps, details))
  const passwordHash = password === undefined ? null : await deps.passwords.hash(password)

  const { id, store } = await inTransaction(deps.db, async (tx) => {
    await requireHonestNames(tx, { website: null }, { storeName })
    if (!verified) await requireEngineRoom(tx, deps)
    const { id } = await createMerchant(tx, { email, storeName, passwordHash, markupFeePercent })
    const by = { actor: admin, source }
    await announce(tx, merchantCreated, { merchantId: id, detail: { storeName, email, markupFeePercent } }, by)
    const store = verified && (await adoptStoreInTx(tx, deps, id, verified, by))
    if (passwordHash === null)
      await invitePerson(tx, deps.config, { kind: 'merchant', id, email, accountName: storeName })
    return { id, store }
  })
  if (store) await subscribeToStore(deps, store)
  else deps.wake('provision-stores')
  return id
}
