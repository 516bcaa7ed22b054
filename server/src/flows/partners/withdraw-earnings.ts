import { createHash, randomUUID } from 'node:crypto'
import { satsForCents, toCents } from '@bitquay/contract/money'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../modules/act-log/record-act.ts'
import { lockPartner } from '../../modules/partners/change-partner.ts'
import type { Send } from '../../modules/sends/send.ts'
import { findStore } from '../../modules/stores/store.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Partner } from '../../platform/http/person.ts'
import type { Source } from '../../platform/http/route.ts'
import { commitThenRefuse } from '../commit-then-refuse.ts'
import { awaitBroadcast } from '../sends/await-broadcast.ts'
import { takeKey } from '../sends/request-send.ts'
import { requireAddress } from '../sends/require-address.ts'
import { requireOpen } from '../sends/require-open.ts'
import { sweepForPayout } from '../sends/sweep-for-payout.ts'
import { takeTotp } from '../take-second-factor.ts'
import { toVerificationRefusal } from '../to-verification-refusal.ts'
import { requestPayout } from './request-payout.ts'

export type PayoutOrder = {
  amountUsd: string
  address: string
  twoFactorToken: string | undefined
  idempotencyKey: string | undefined
}

/**
 * Pays a partner's earnings out of the platform's wallet. One transaction takes the key, the code and the money; where the
 * wallet has too little nothing of it stands, and fees that merchants owe are collected so that it soon has more.
 */
export const withdrawEarnings = async (
  deps: Deps,
  partner: Partner,
  order: PayoutOrder,
  source: Source,
): Promise<Send> => {
  const store = await findStore(deps.db, null)
  if (store?.status !== 'ready') {
    throw new ApiError('not-configured', { message: 'Platform wallet not configured. Contact admin for setup.' })
  }
  const idempotencyKey = `payout:${partner.id}:${order.idempotencyKey ?? randomUUID()}`
  const inputHash = hashOf(order)
  try {
    const { id } = await commitThenRefuse(deps.db, async (tx): Promise<Send | ApiError> => {
      const known = await takeKey(tx, idempotencyKey, inputHash)
      if (known) return known
      const refusal = await judge(tx, deps, partner, order.twoFactorToken, source)
      if (refusal) return refusal
      const send = await requestPayout(tx, {
        partnerId: partner.id,
        storeRef: store.id,
        amountCents: toCents(order.amountUsd),
        address: requireAddress(order.address, deps.config.network),
        requestedBy: partner.email,
        idempotencyKey,
        inputHash,
      })
      await recordAct(tx, {
        act: 'partner-withdrawal-requested',
        actor: partner,
        source,
        subject: { kind: 'send', id: send.id },
        detail: { amountUsd: order.amountUsd, address: order.address },
      })
      return send
    })
    return await awaitBroadcast(deps, id)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'platform-wallet-low') throw await collect(deps, order)
    throw error
  }
}

/** Whether this person may send now: not paused, not closed after a change, and with a code that was not used before. */
const judge = async (tx: Tx, deps: Deps, partner: Partner, code: string | undefined, source: Source) => {
  await lockPartner(tx, partner.id)
  await requireOpen(tx, deps, partner)
  const { twoFactorEnabled } = await tx
    .selectFrom('partners')
    .select('twoFactorEnabled')
    .where('id', '=', partner.id)
    .executeTakeFirstOrThrow()
  if (!twoFactorEnabled) throw new ApiError('second-factor-needed')
  if (code === undefined) throw new ApiError('second-factor-missing')
  const refusal = await takeTotp(tx, deps, partner, code, source)
  return refusal && toVerificationRefusal(refusal)
}

const collect = async (deps: Deps, order: PayoutOrder): Promise<ApiError> => {
  const price = await deps.db.selectFrom('prices').select('price').orderBy('at', 'desc').limit(1).executeTakeFirst()
  const neededSats = satsForCents(toCents(order.amountUsd), toCents(price?.price ?? '0.01'))
  const { onItsWaySats } = await sweepForPayout(deps, neededSats)
  return new ApiError('platform-wallet-low', {
    message:
      onItsWaySats > 0n
        ? 'The platform wallet cannot cover this withdrawal yet. Fees are being collected for it, and nothing was held. Please try again after the next block, in about 10 minutes.'
        : undefined,
  })
}

/** Leaves the code out: the same order with the next code is the same order. */
const hashOf = ({ amountUsd, address }: PayoutOrder) =>
  createHash('sha256')
    .update(JSON.stringify([String(toCents(amountUsd)), address]))
    .digest('hex')
