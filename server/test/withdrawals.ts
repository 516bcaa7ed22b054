import type { Deps } from '../src/deps.ts'
import { type PayoutOrder, withdrawEarnings } from '../src/partners/withdraw-earnings.ts'
import { type WithdrawalOrder, withdraw } from '../src/withdrawals/withdraw.ts'

const source = { address: '127.0.0.1', device: 'test' }
/** These functions call below the second factor, which has its own tests. */
const authorize = async () => undefined

type More = { key?: string } & Omit<WithdrawalOrder['form'], 'address' | 'customerAmount'>

/** A withdrawal by the owner of a store. */
export const withdrawFrom = (
  deps: Deps,
  { merchantId }: { merchantId: number },
  address: string,
  usd: string,
  { key, ...form }: More = {},
) =>
  withdraw(deps, {
    merchantId,
    form: { address, customerAmount: usd, ...form },
    idempotencyKey: key,
    requestedBy: 'owner@example.test',
    by: { actor: { kind: 'merchant', id: merchantId, email: 'owner@example.test' }, source },
    authorize,
  })

/** A withdrawal of a partner's earnings. */
export const withdrawEarningsOf = (
  deps: Deps,
  partner: PayoutOrder['partner'],
  address: string,
  usd: string,
  key?: string,
) => withdrawEarnings(deps, { partner, amountUsd: usd, address, idempotencyKey: key, source, authorize })
