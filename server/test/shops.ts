import type { TestApp } from './app.ts'
import type { Money } from './money.ts'
import { enableTwoFactor, hashedPassword, type Someone, signInAs } from './people.ts'

/** Gives the owner of a store the password that everyone has in tests. */
export const addOwner = async ({ deps }: TestApp, merchantId: number): Promise<Someone> => {
  const { email } = await deps.db
    .updateTable('merchants')
    .set({ passwordHash: await hashedPassword() })
    .where('id', '=', merchantId)
    .returning('email')
    .executeTakeFirstOrThrow()
  return { kind: 'merchant', id: merchantId, email, merchantId }
}

/** A store whose owner is signed in and has a second factor. */
export const openShop = async (money: Money, name: string, ...coins: bigint[]) => {
  const store = await money.newStore(name, ...coins)
  const owner = await addOwner(money.server, store.merchantId)
  const token = await signInAs(money.server, owner)
  const { secret } = await enableTwoFactor(money.server, owner, token)
  return { id: store.merchantId, store, owner, token, secret }
}
