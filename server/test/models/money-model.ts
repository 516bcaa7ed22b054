import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../src/platform/db/connect.ts'
import { makeCollections } from './model-collections.ts'
import { makeLate } from './model-late.ts'
import { makePayments } from './model-payments.ts'
import { addPlatform, merchantCount, partnerCount } from './model-platform.ts'
import { makeRequests } from './model-requests.ts'
import { makeSends } from './model-sends.ts'
import { makeSums } from './model-sums.ts'
import { makeWallets } from './model-wallets.ts'
import type { Command, Order } from './money-commands.ts'

/**
 * A platform and next to it a model that knows only sums. There is no engine: the model supplies what it would report,
 * so that thousands of commands take seconds.
 */
export const makeMoneyModel = async (db: Db) => {
  await addPlatform(db)
  const sums = makeSums(db, partnerCount)
  const { schedule, shares, of, apply } = sums
  const collections = makeCollections(db, of)
  const wallets = makeWallets(db)
  const { shown, coinsOf, addCoin, mirror, showPlatform } = wallets
  const payments = makePayments(db, sums, collections, wallets)
  const late = makeLate(db, sums, collections, wallets)
  await late.addAddresses(merchantCount)
  const sends = makeSends(db, sums, collections, wallets)
  const requests = makeRequests(db, sums, collections, sends)

  /** Codes forgive what the records say. What they may forgive is compared with the fees. */
  const followForgiveness = async () => {
    const { rows } = await sql<{ merchantId: number; sats: bigint; isAllowed: boolean }>`
      select r.merchant_id, r.posted_sats as sats,
        (r.posted_sats = 0 or (s.status = 'confirmed' and r.posted_sats <= r.forgiven_sats)) as is_allowed
      from promo_redemptions r join sends s on s.id = r.send_id`.execute(db)
    expect(rows.every(({ isAllowed }) => isAllowed)).toBe(true)
    for (let merchant = 1; merchant <= merchantCount; merchant++) {
      const now = rows.reduce((sum, row) => (row.merchantId === merchant ? sum + row.sats : sum), 0n)
      const by = now - of(`~forgiven:${merchant}`)
      const owedSats = of(`merchant:${merchant}:fees-owed`)
      if (by > 0n) expect(owedSats - by).toBeGreaterThanOrEqual(0n)
      apply({ [`merchant:${merchant}:fees-owed`]: -by, 'platform:0:forgiven': by, [`~forgiven:${merchant}`]: by })
    }
  }

  const recycle = async (merchant: number) => {
    // The holder of the recovery phrase spends every coin that no send of ours has reserved.
    const taken = sends.listReserved()
    const change = sends.listChange()
    for (const outpoint of [...coinsOf(merchant + 1).keys()])
      if (!taken.has(outpoint) && !change.has(outpoint)) coinsOf(merchant + 1).delete(outpoint)
    await mirror(merchant + 1)
  }
  const addCapital = async (order: Order<'capital'>) => {
    shown.set(addCoin(1, order.sats), { amountSats: order.sats, confirmations: 1 })
    await mirror(1)
    await showPlatform()
    apply({ 'platform:0:wallet': order.sats, 'platform:0:capital': order.sats })
  }
  const changeSchedule = async (order: Order<'schedule'>) => {
    await sql`insert into fee_schedules (platform_fee_percent, partner_pool_percent, withdrawal_fee_percent, effective_from)
      values (${order.platform}::numeric / 1000, ${order.pool}::numeric / 1000, ${order.withdrawal}::numeric / 1000, app_now())`.execute(
      db,
    )
    Object.assign(schedule, { platform: order.platform, pool: order.pool, withdrawal: order.withdrawal })
  }
  const changePartner = async (order: Order<'partner'>) => {
    const index = order.who % partnerCount
    await sql`update partners set share_percentage = ${order.share}::numeric / 100, is_active = ${order.active} where id = ${index + 1}`.execute(
      db,
    )
    shares[index] = { share: order.share, active: order.active }
  }

  const run = async (order: Command) => {
    await sql`update platform set clock_offset = clock_offset + interval '1 second'`.execute(db)
    late.tick()
    const merchant = 'who' in order ? (order.who % merchantCount) + 1 : 0
    if (order.do === 'pay' || order.do === 'lightning') await payments.pay(order, merchant)
    else if (order.do === 'arrive') await late.arrive(order, merchant)
    else if (order.do === 'reveal') await late.reveal(order)
    else if (order.do === 'undo' || order.do === 'redo') await payments.undoOrRedo(order)
    else if (order.do === 'withdraw' || order.do === 'redeem') await requests.withdraw(order, merchant)
    else if (order.do === 'sweep') await requests.sweep(merchant)
    else if (order.do === 'payout') await requests.payout(order)
    else if (order.do === 'recycle') await recycle(merchant)
    else if (order.do === 'capital') await addCapital(order)
    else if (order.do === 'schedule') await changeSchedule(order)
    else if (order.do === 'partner') await changePartner(order)
    else if (order.do === 'replace') await sends.replace(order)
    else await sends.runOnSend(order.do, order.which)
  }

  return {
    run: async (order: Command) => {
      await run(order)
      await followForgiveness()
    },
    compare: async () => {
      await sums.compare()
      await collections.compareCollections()
    },
  }
}
