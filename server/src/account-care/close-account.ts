import type { Closing, closeAccount as call } from '@bitquay/contract/account-care'
import type { Body } from '@bitquay/contract/call'
import { authorizeByTotp } from '../accounts/index.ts'
import { readMoney } from '../balances/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { lockMerchant, markClosed, markClosing } from '../people/index.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin, MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { requireKeys } from '../sends/index.ts'
import { findStore } from '../stores/index.ts'
import { quoteWithdrawal, withdraw } from '../withdrawals/index.ts'
import { accountClosed } from './facts.ts'
import { findObstacles } from './queries.ts'

/**
 * The owner closes the account with their 2FA code. A last payout is an ordinary withdrawal, accepted in the same
 * transaction: either both happen or nothing does.
 */
export const closeAccount = async (
  deps: Deps,
  person: MerchantPerson,
  { payoutAddress, twoFactorToken }: Body<typeof call>,
  source: Source,
): Promise<void> => {
  const authorize = authorizeByTotp(deps, person, twoFactorToken, source)
  const authorizeAndStart = async (tx: Tx) =>
    (await authorize(tx)) ?? (await startClosing(tx, deps, person.merchantId, { by: person, source }))
  if (payoutAddress === undefined) {
    await commitThenThrow<void>(deps.db, async (tx) => {
      const refusal = await authorizeAndStart(tx)
      if (refusal) return refusal
      await markClosed(tx, person.merchantId)
      return undefined
    })
    return
  }
  const customerAmount = await readPayout(deps, person.merchantId)
  await withdraw(deps, {
    merchantId: person.merchantId,
    form: { address: payoutAddress, customerAmount },
    idempotencyKey: undefined,
    requestedBy: person.email,
    by: { actor: person, source },
    authorize: authorizeAndStart,
  })
}

/** An admin closes an account. What is in the wallet stays there until its owner withdraws it. */
export const closeMerchant = (deps: Deps, admin: Admin, merchantId: number, reason: string, source: Source) =>
  commitThenThrow<void>(deps.db, async (tx) => {
    const refusal = await startClosing(tx, deps, merchantId, { by: admin, source, reason })
    if (refusal) return refusal
    await markClosed(tx, merchantId)
    return undefined
  })

type Order = { by: Admin | MerchantPerson; source: Source; reason?: string }

const startClosing = async (
  tx: Tx,
  { config }: Deps,
  merchantId: number,
  { by, source, reason }: Order,
): Promise<ApiError | undefined> => {
  const merchant = await lockMerchant(tx, merchantId)
  if (!merchant) return new ApiError('not-found')
  if (merchant.closingSince !== null) return new ApiError('account-closed')
  const [obstacle] = await findObstacles(tx, merchantId)
  if (obstacle) return new ApiError('closing-blocked', { message: whatToDo[obstacle] })
  await markClosing(tx, merchantId)
  const about = {
    merchantId,
    detail: reason === undefined ? undefined : { reason },
    publicUrl: config.publicUrl,
    storeName: merchant.storeName,
    by: by.kind === 'admin' ? 'an administrator of the platform' : by.email,
  }
  await announce(tx, accountClosed, about, { actor: by, source })
  return undefined
}

const whatToDo: Record<Closing['obstacles'][number], string> = {
  'open-sends':
    'A withdrawal or refund is still on its way, so the account can’t be closed yet. Try again when it’s confirmed.',
  'open-loop-out':
    'A loop-out is still open, so the account can’t be closed yet. Cancel it, or try again when it’s done.',
  'lightning-balance':
    'There’s still a Lightning balance, so the account can’t be closed yet. Request a loop-out first.',
}

/** Everything that can be sent, after fees. */
const readPayout = async (deps: Deps, merchantId: number): Promise<string> => {
  const store = await findStore(deps.db, merchantId)
  if (store) requireKeys(store)
  const { available } = await readMoney(deps.db, merchantId)
  if (available.sats === 0n || available.usd === '0.00') throw new ApiError('insufficient-balance')
  const { availableUsd } = await quoteWithdrawal(deps, merchantId, { customerAmount: available.usd })
  return availableUsd
}
