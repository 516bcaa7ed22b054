import type { Deps } from '../deps.ts'
import { getMerchant } from '../people/index.ts'
import type { MerchantPerson } from '../platform/http/person.ts'

/** The owner of a demo store, as if signed in. */
export const findDemoOwner = async ({ db }: Pick<Deps, 'db'>, merchantId: number) => {
  const { email, storeName } = await getMerchant(db, merchantId)
  return {
    kind: 'merchant',
    id: merchantId,
    merchantId,
    email,
    name: storeName,
    role: 'owner',
    storeName,
    sessionId: 0,
    passwordIsRecent: true,
    mustEnroll: false,
    twoFactorEnabled: false,
  } satisfies MerchantPerson
}
