import { loopOutMinimumUsd } from '@bitquay/contract/loop-out'
import { toCents } from '@bitquay/contract/money'
import { readMoney } from '../balances/index.ts'
import type { Deps } from '../deps.ts'
import { executeLoopOut, requestLoopOut } from '../loop-out/index.ts'
import { getMerchant } from '../people/index.ts'
import type { Admin } from '../platform/http/person.ts'
import { createPromoCode } from '../promo-codes/index.ts'
import type { ReadyStore } from '../stores/index.ts'
import { withdraw } from '../withdrawals/index.ts'
import { callSandbox } from './call-sandbox.ts'
import { findDemoOwner } from './find-demo-owner.ts'
import { findDemoAdmin, source } from './make-demo-applications.ts'

/** The half days of the demo history on which something is offered or requested. */
const halfDays = { firstCodes: 40, redemption: 62, loopOut: 120, lastCode: 160 }

/** What admins gave and merchants requested, so that those pages have a history too. */
export const makeDemoOffers = async (deps: Deps, store: ReadyStore | undefined, halfDay: number) => {
  const admin = await findDemoAdmin(deps)
  if (!admin || !store || store.merchantId === null) return
  const offer = (description: string, expiresInDays: number) =>
    createPromoCode(deps, admin, { description, expiresInDays }, source)
  if (halfDay === halfDays.firstCodes) {
    await offer('Opening week', 5)
    await offer('Welcome, Kestrel Arcade', 30)
  }
  if (halfDay === halfDays.redemption) await redeem(deps, store.merchantId)
  if (halfDay === halfDays.lastCode) await offer('Winter tournament', 60)
  if (halfDay === halfDays.loopOut) await loopOut(deps, admin, store.merchantId)
}

const redeem = async (deps: Deps, merchantId: number) => {
  const offered = await deps.db
    .selectFrom('promoCodes')
    .select('code')
    .where('isUsed', '=', false)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const { email } = await getMerchant(deps.db, merchantId)
  const { address } = await callSandbox(deps, 'address', {})
  if (!offered) return
  await withdraw(
    { ...deps, broadcastPatienceMs: 0 },
    {
      merchantId,
      form: { address: String(address), customerAmount: '75.00', description: 'Prize', promoCode: offered.code },
      idempotencyKey: undefined,
      requestedBy: email,
      by: { actor: { kind: 'merchant', id: merchantId, email }, source },
      // As for every withdrawal in the demo history: anyone who can move the clock may do this.
      authorize: async () => undefined,
    },
  )
}

const loopOut = async (deps: Deps, admin: Admin, merchantId: number) => {
  const { lightning } = await readMoney(deps.db, merchantId)
  if (toCents(lightning.usd) < toCents(loopOutMinimumUsd)) return
  const { id } = await requestLoopOut(deps, await findDemoOwner(deps, merchantId), source)
  await executeLoopOut(deps, admin, { requestId: id }, source)
}
