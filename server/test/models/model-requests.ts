import { centsOfSats, fromCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { requestSweep } from '../../src/fee-collection/sweep-fees.ts'
import { requestPayout } from '../../src/partners/request-payout.ts'
import type { Db } from '../../src/platform/db/connect.ts'
import { inTransaction, type Tx } from '../../src/platform/db/transaction.ts'
import { ApiError } from '../../src/platform/http/api-error.ts'
import { reservePromoCode } from '../../src/promo-codes/reserve-promo-code.ts'
import { createPromoCode } from '../../src/promo-codes/table.ts'
import { readAvailable } from '../../src/sends/queries.available.ts'
import { requestSend } from '../../src/sends/request-send.ts'
import { getSend } from '../../src/sends/table.ts'
import { storeUses } from '../../src/store-uses.ts'
import type { Collections } from './model-collections.ts'
import { partnerCount, priceCents } from './model-platform.ts'
import type { Sends } from './model-sends.ts'
import type { Sums } from './model-sums.ts'
import type { Order } from './money-commands.ts'

/** Withdrawals, fee sweeps and payouts that are requested, accepted or refused. */
export const makeRequests = (db: Db, { schedule, of, apply }: Sums, { availableOf }: Collections, sends: Sends) => {
  let count = 0

  const withdrawWithCode = async (tx: Tx, merchant: number, send: { id: number; amountSats: bigint }) => {
    const { code } = await createPromoCode(tx, { description: 'Test', expiresInDays: 3650, createdBy: 1 })
    const use = {
      code,
      merchantId: merchant,
      sendId: send.id,
      amountSats: send.amountSats,
      platformFeeSats: 0n,
      priceCents,
    }
    const { promoCodeId } = await reservePromoCode(tx, use)
    await sql`update sends set promo_code_id = ${promoCodeId} where id = ${send.id}`.execute(tx)
  }

  const withdraw = async (order: Order<'withdraw' | 'redeem'>, merchant: number) => {
    const store = merchant + 1
    const wholeFeeSats = (order.sats * schedule.withdrawal) / 100_000n
    const partnerFeeSats =
      schedule.platform + schedule.pool === 0n
        ? 0n
        : (wholeFeeSats * schedule.pool) / (schedule.platform + schedule.pool)
    const feeSats = order.do === 'redeem' ? partnerFeeSats : wholeFeeSats
    const { freeSats } = await readAvailable(db, store)
    let accepted: { id: number; networkFeeReserveSats: bigint } | undefined
    const refused = await refusal(
      inTransaction(db, async (tx) => {
        accepted = await requestSend(
          tx,
          { storeUses },
          {
            kind: 'withdrawal',
            storeRef: store,
            merchantId: merchant,
            address: 'payee',
            amountSats: order.sats,
            amountUsd: fromCents(centsOfSats(order.sats, priceCents)),
            btcPrice: fromCents(priceCents),
            networkFeeFrom: 'wallet',
            platformFeeSats: feeSats,
            partnerFeeSats,
            requestedBy: 'test',
            idempotencyKey: `w${++count}`,
            inputHash: '',
          },
        )
        if (order.do === 'redeem') await withdrawWithCode(tx, merchant, { id: accepted.id, amountSats: order.sats })
      }),
    )
    if (refused) {
      expect(refused).toBe('insufficient-balance')
      expect(order.sats + feeSats + 100_000n).toBeGreaterThan(freeSats)
    } else if (accepted) {
      expect(order.sats + feeSats + accepted.networkFeeReserveSats).toBeLessThanOrEqual(freeSats)
      sends.add(accepted.id, store)
    }
  }

  const sweep = async (merchant: number) => {
    const owed = of(`merchant:${merchant}:fees-owed`)
    const send = await inTransaction(db, (tx) => requestSweep(tx, { storeUses }, merchant + 1, merchant, 'platform'))
    if (!send) return
    expect(send.amountSats).toBeLessThanOrEqual(owed)
    apply({
      [`merchant:${merchant}:fees-owed`]: -send.amountSats,
      [`merchant:${merchant}:collecting`]: send.amountSats,
    })
    sends.add(send.id, merchant + 1)
  }

  const payout = async (order: Order<'payout'>) => {
    const partner = (order.who % partnerCount) + 1
    const available = await availableOf(partner)
    const earned = of(`partner:${partner}:earned`)
    let id: number | undefined
    const refused = await refusal(
      inTransaction(db, async (tx) => {
        const send = await requestPayout(
          tx,
          { storeUses },
          {
            partnerId: partner,
            storeRef: 1,
            amountCents: order.cents,
            address: 'payee',
            requestedBy: 'test',
            idempotencyKey: `p${++count}`,
            inputHash: '',
          },
        )
        id = send.id
      }),
    )
    if (refused === 'insufficient-balance') expect(order.cents * 10n).toBeGreaterThan(earned - 10n)
    if (refused === 'earnings-not-collected') expect(order.cents * 10n).toBeGreaterThan(available - 10n)
    if (id === undefined) return
    const { amountSats } = await getSend(db, id)
    expect(amountSats).toBeLessThanOrEqual(available)
    apply({ [`partner:${partner}:earned`]: -amountSats, [`partner:${partner}:payout-hold`]: amountSats })
    sends.add(id, 1)
  }

  return { withdraw, sweep, payout }
}

const refusal = async (work: Promise<unknown>) => {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}
