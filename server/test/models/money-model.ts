import { centsOfSats, fromCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { readAvailable } from '../../src/balances/queries.ts'
import { requestSweep } from '../../src/fee-collection/sweep-fees.ts'
import { requestPayout } from '../../src/partners/request-payout.ts'
import { bookPayment, unbookPayment } from '../../src/payments/book-payment.ts'
import type { Db } from '../../src/platform/db/connect.ts'
import { inTransaction, type Tx } from '../../src/platform/db/transaction.ts'
import { ApiError } from '../../src/platform/http/api-error.ts'
import { savePrice } from '../../src/prices/table.ts'
import { redeemPromoCode } from '../../src/promo-codes/redeem-promo-code.ts'
import { reservePromoCode } from '../../src/promo-codes/reserve-promo-code.ts'
import { createPromoCode } from '../../src/promo-codes/table.ts'
import { createSendKinds } from '../../src/send-kinds.ts'
import { recordTxid } from '../../src/sends/announce-send.ts'
import { cancelSend, endSend } from '../../src/sends/end-send.ts'
import { recordSends } from '../../src/sends/record-sends.ts'
import { requestSend } from '../../src/sends/request-send.ts'
import { getSend, markBroadcast, markSigned, reserveCoins, type Send, saveVersion } from '../../src/sends/table.ts'
import { lockTransaction, saveIncoming } from '../../src/transactions/table.ts'
import { makeCollections } from './model-collections.ts'
import { makeSums, type Parts } from './model-sums.ts'
import { makeWallets } from './model-wallets.ts'
import type { Command } from './money-commands.ts'

const sendKinds = createSendKinds('http://localhost')
const priceCents = 10_000_000n
const [merchantCount, partnerCount] = [3, 2]
/** Uses its own server, which reports whatever it likes. */
const ownServerMerchant = 3

type Payment = {
  rowId: number
  booked: boolean
  merchant: number
  sats: bigint
  isShared: boolean
  parts: Parts
  undoFee: () => void
}
type Outgoing = {
  id: number
  store: number
  inputs: [string, bigint][]
  change: string | undefined
  settled: Parts
  undoFee?: () => void
}

/**
 * A platform and next to it a model that knows only sums. There is no engine: the model supplies what it would report,
 * so that thousands of commands take seconds.
 */
export const makeMoneyModel = async (db: Db) => {
  await sql`insert into platform (mode, network) values ('sandbox', 'regtest')`.execute(db)
  await savePrice(db, { cents: priceCents, source: 'test' })
  await sql`insert into merchants (email, store_name) select 'm' || n || '@example.test', 'M' from generate_series(1, ${merchantCount}::int) n`.execute(
    db,
  )
  await sql`insert into partners (email, name, share_percentage) select 'p' || n || '@example.test', 'P', 25 from generate_series(1, ${partnerCount}::int) n`.execute(
    db,
  )
  // Store 1 is the platform's, store n + 1 is merchant n's.
  await sql`insert into stores (merchant_id, server_url, tag, status, store_id, api_key, synced_at)
    select nullif(n, 0), case when n = ${ownServerMerchant} then 'http://own' else 'http://engine' end, 'tag' || n, 'ready', 'store' || n, 'key', app_now() from generate_series(0, ${merchantCount}::int) n order by n`.execute(
    db,
  )

  await sql`insert into admins (email, name) values ('a@example.test', 'A')`.execute(db)

  const { schedule, shares, of, apply, feeOf, compare } = makeSums(db, partnerCount)
  const { addFee, compareCollections, availableOf } = makeCollections(db, of)
  const { shown, nextTxid, coinsOf, addCoin, mirror, showPlatform } = makeWallets(db)
  const payments: Payment[] = []
  const outgoing: Outgoing[] = []
  let count = 0

  const refusal = async (work: Promise<unknown>) => {
    try {
      await work
      return undefined
    } catch (error) {
      if (error instanceof ApiError) return error.code
      throw error
    }
  }

  const settledParts = async (id: number): Promise<Parts> => {
    const send = await getSend(db, id)
    const fee = send.networkFeeSats ?? 0n
    if (send.kind === 'sweep') {
      return {
        [`merchant:${send.merchantId}:collecting`]: -send.amountSats,
        'platform:0:wallet': send.amountSats - fee,
        'platform:0:network-fees': fee,
        [`~arrived:${send.merchantId}`]: send.amountSats,
      }
    }
    // The network fee is deducted from what the recipient gets.
    if (send.kind === 'payout') {
      return {
        [`partner:${send.partnerId}:payout-hold`]: -send.amountSats,
        'platform:0:wallet': -send.amountSats,
        [`~withdrawn:${send.partnerId}`]: send.amountSats,
      }
    }
    return send.platformFeeSats === 0n ? {} : feeOf(send.merchantId ?? 0, send.platformFeeSats, send.partnerFeeSats)
  }
  /** What a payment of this amount costs under the current terms. */
  const costOf = (merchant: number, sats: bigint, isShared: boolean): Parts => {
    const feeSats = (sats * (schedule.platform + schedule.pool)) / 100_000n
    const parts = feeOf(merchant, feeSats, (sats * schedule.pool) / 100_000n)
    if (!isShared) return parts
    const { [`merchant:${merchant}:fees-owed`]: _, ...rest } = parts
    return { ...rest, 'platform:0:lightning-node': sats, [`merchant:${merchant}:lightning`]: sats - feeSats }
  }
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
  const leavesSats = (send: Send) =>
    send.amountSats + (send.networkFeeFrom === 'wallet' ? (send.networkFeeSats ?? 0n) : 0n)

  /** Advances a send by one step, as signing, the network and a block would. */
  const advance = async (out: Outgoing) => {
    const send = await getSend(db, out.id)
    if (send.status === 'requested') {
      const taken = new Set(outgoing.flatMap(({ inputs }) => inputs.map(([outpoint]) => outpoint)))
      const free = [...coinsOf(out.store)]
        .filter(([outpoint]) => !taken.has(outpoint))
        .sort(([, a], [, b]) => (a < b ? 1 : -1))
      const feeSats = send.networkFeeReserveSats
      const neededSats = send.networkFeeFrom === 'wallet' ? send.amountSats + feeSats : send.amountSats
      const inputs: [string, bigint][] = []
      let sum = 0n
      for (const coin of free) {
        if (sum >= neededSats) break
        inputs.push(coin)
        sum += coin[1]
      }
      if (sum < neededSats) return
      const txid = nextTxid()
      const changeSats = sum - neededSats
      out.inputs = inputs
      out.change = changeSats > 0n ? `${txid}-1` : undefined
      await inTransaction(db, async (tx) => {
        await reserveCoins(
          tx,
          { id: send.id, storeRef: out.store },
          inputs.map(([outpoint, amountSats]) => ({ outpoint, amountSats })),
        )
        await saveVersion(tx, send.id, {
          txid,
          rawTransaction: '00',
          networkFeeSats: feeSats,
          vbytes: 200,
          payeeSats: send.networkFeeFrom === 'wallet' ? send.amountSats : send.amountSats - feeSats,
          change: out.change === undefined ? undefined : { outpoint: out.change, amountSats: changeSats },
        })
        await markSigned(tx, send.id, { txid, networkFeeSats: feeSats })
      })
    } else if (send.status === 'signed') {
      await inTransaction(db, async (tx) => {
        const moved = await markBroadcast(tx, send.id)
        if (moved) await recordTxid(tx, { sendKinds }, moved)
      })
      const changeSats = out.inputs.reduce((sum, [, sats]) => sum + sats, 0n) - leavesSats(send)
      for (const [outpoint] of out.inputs) coinsOf(out.store).delete(outpoint)
      if (out.change) coinsOf(out.store).set(out.change, changeSats)
      if (out.store === 1) shown.set(send.txid ?? '', { amountSats: -leavesSats(send), confirmations: 0 })
      await mirror(out.store)
      await showPlatform()
    } else if (send.status === 'broadcast') {
      out.settled = await settledParts(out.id)
      await confirm(out, send.txid ?? '', 1)
      apply(out.settled)
      if (send.kind === 'withdrawal') out.undoFee = addFee(send.merchantId ?? 0, out.settled)
    }
  }
  const confirm = async (out: Outgoing, txid: string, confirmations: number) => {
    const send = await getSend(db, out.id)
    if (send.kind === 'sweep') {
      const received = send.amountSats - (send.networkFeeSats ?? 0n)
      if (!shown.has(txid)) addCoin(1, received, txid)
      shown.set(txid, { amountSats: received, confirmations })
      await mirror(1)
      return showPlatform()
    }
    if (out.store === 1) {
      shown.set(txid, { amountSats: -leavesSats(send), confirmations })
      return showPlatform()
    }
    await inTransaction(db, (tx) =>
      recordSends(tx, { sendKinds }, { id: out.store, merchantId: out.store - 1 }, [
        { txid, amountSats: 0n, confirmations, blockHeight: undefined, seenAt: tx.now, invoiceIds: [] },
      ]),
    )
  }

  const returned = async (id: number): Promise<Parts> => {
    const send = await getSend(db, id)
    if (send.kind === 'sweep')
      return {
        [`merchant:${send.merchantId}:collecting`]: -send.amountSats,
        [`merchant:${send.merchantId}:fees-owed`]: send.amountSats,
      }
    if (send.kind === 'payout')
      return {
        [`partner:${send.partnerId}:payout-hold`]: -send.amountSats,
        [`partner:${send.partnerId}:earned`]: send.amountSats,
      }
    return {}
  }
  /** Another transaction took its coins and returned them to the same wallet. */
  const fail = async (out: Outgoing) => {
    const send = await getSend(db, out.id)
    const changeIsFree =
      out.change === undefined || !outgoing.some(({ inputs }) => inputs.some(([outpoint]) => outpoint === out.change))
    if (!['signed', 'broadcast'].includes(send.status) || !changeIsFree) return
    // A sweep that the platform has seen in its wallet can no longer be lost.
    if (send.kind === 'sweep' && shown.has(send.txid ?? '')) return
    apply(await returned(out.id))
    await endSend({ db, sendKinds }, send, 'failed', 'test')
    if (out.change) coinsOf(out.store).delete(out.change)
    for (const [outpoint, sats] of out.inputs) coinsOf(out.store).set(outpoint, sats)
    out.inputs = []
    shown.delete(send.txid ?? '')
    await mirror(out.store)
    await showPlatform()
  }

  /** One of the outgoing payments that this can happen to. */
  const pick = async (what: 'advance' | 'prove' | 'fail' | 'cancel' | 'unconfirm', which: number) => {
    const { rows } = await sql<{ id: number }>`
      select s.id from sends s left join promo_redemptions r on r.send_id = s.id where ${
        what === 'prove'
          ? sql`s.status = 'confirmed' and r.given_back_at is null and r.confirmed_at is null and r.send_id is not null`
          : what === 'unconfirm'
            ? sql`s.status = 'confirmed'`
            : sql`s.status in ('requested', 'signed', 'broadcast')`
      } order by s.id`.execute(db)
    const id = rows[which % Math.max(1, rows.length)]?.id
    return outgoing.find((out) => out.id === id)
  }

  const run = async (order: Command) => {
    await sql`update platform set clock_offset = clock_offset + interval '1 second'`.execute(db)
    const merchant = 'who' in order ? (order.who % merchantCount) + 1 : 0
    if (order.do === 'pay' || order.do === 'lightning') {
      const isShared = order.do === 'lightning' && merchant !== ownServerMerchant
      const hasCoin = order.do === 'pay' && !(order.imaginary && merchant === ownServerMerchant)
      const txid = hasCoin ? addCoin(merchant + 1, order.sats) : nextTxid()
      await mirror(merchant + 1)
      const parts = costOf(merchant, order.sats, isShared)
      const rowId = await inTransaction(db, async (tx) => {
        const { row } = await saveIncoming(tx, merchant, {
          key: `${txid}-0`,
          txid,
          method: order.do === 'pay' ? 'on-chain' : 'lightning',
          purpose: 'invoice',
          amountSats: order.sats,
          priceCents,
          address: undefined,
          invoiceId: undefined,
          seenAt: tx.now,
        })
        await bookPayment(tx, row, isShared)
        return row.id
      })
      const undoFee = addFee(merchant, parts, isShared)
      payments.push({ rowId, booked: true, merchant, sats: order.sats, isShared, parts, undoFee })
      apply(parts)
    } else if (order.do === 'undo' || order.do === 'redo') {
      const payment = payments[order.which % Math.max(1, payments.length)]
      if (!payment || payment.booked !== (order.do === 'undo')) return
      if (order.do === 'undo') {
        await inTransaction(db, async (tx) => unbookPayment(tx, await lockTransaction(tx, payment.rowId)))
        apply(payment.parts, -1n)
        payment.undoFee()
        payment.booked = false
      } else {
        // Booked again under the current terms.
        payment.parts = costOf(payment.merchant, payment.sats, payment.isShared)
        await inTransaction(db, async (tx) =>
          bookPayment(tx, await lockTransaction(tx, payment.rowId), payment.isShared),
        )
        apply(payment.parts)
        payment.undoFee = addFee(payment.merchant, payment.parts, payment.isShared)
        payment.booked = true
      }
    } else if (order.do === 'withdraw' || order.do === 'redeem') {
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
          accepted = await requestSend(tx, {
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
          })
          if (order.do === 'redeem') await withdrawWithCode(tx, merchant, { id: accepted.id, amountSats: order.sats })
        }),
      )
      if (refused) {
        expect(refused).toBe('insufficient-balance')
        expect(order.sats + feeSats + 100_000n).toBeGreaterThan(freeSats)
      } else if (accepted) {
        expect(order.sats + feeSats + accepted.networkFeeReserveSats).toBeLessThanOrEqual(freeSats)
        outgoing.push({ id: accepted.id, store, inputs: [], change: undefined, settled: {} })
      }
    } else if (order.do === 'sweep') {
      const owed = of(`merchant:${merchant}:fees-owed`)
      const send = await inTransaction(db, (tx) => requestSweep(tx, merchant + 1, merchant, 'platform'))
      if (!send) return
      expect(send.amountSats).toBeLessThanOrEqual(owed)
      apply({
        [`merchant:${merchant}:fees-owed`]: -send.amountSats,
        [`merchant:${merchant}:collecting`]: send.amountSats,
      })
      outgoing.push({ id: send.id, store: merchant + 1, inputs: [], change: undefined, settled: {} })
    } else if (order.do === 'payout') {
      const partner = (order.who % partnerCount) + 1
      const available = await availableOf(partner)
      const earned = of(`partner:${partner}:earned`)
      let id: number | undefined
      const refused = await refusal(
        inTransaction(db, async (tx) => {
          const send = await requestPayout(tx, {
            partnerId: partner,
            storeRef: 1,
            amountCents: order.cents,
            address: 'payee',
            requestedBy: 'test',
            idempotencyKey: `p${++count}`,
            inputHash: '',
          })
          id = send.id
        }),
      )
      if (refused === 'insufficient-balance') expect(order.cents * 10n).toBeGreaterThan(earned - 10n)
      if (refused === 'earnings-not-collected') expect(order.cents * 10n).toBeGreaterThan(available - 10n)
      if (id === undefined) return
      const { amountSats } = await getSend(db, id)
      expect(amountSats).toBeLessThanOrEqual(available)
      apply({ [`partner:${partner}:earned`]: -amountSats, [`partner:${partner}:payout-hold`]: amountSats })
      outgoing.push({ id, store: 1, inputs: [], change: undefined, settled: {} })
    } else if (order.do === 'recycle') {
      // The holder of the recovery phrase spends every coin that no send of ours has reserved.
      const taken = new Set(outgoing.flatMap(({ inputs }) => inputs.map(([outpoint]) => outpoint)))
      const change = new Set(outgoing.map((out) => out.change))
      for (const outpoint of [...coinsOf(merchant + 1).keys()])
        if (!taken.has(outpoint) && !change.has(outpoint)) coinsOf(merchant + 1).delete(outpoint)
      await mirror(merchant + 1)
    } else if (order.do === 'capital') {
      shown.set(addCoin(1, order.sats), { amountSats: order.sats, confirmations: 1 })
      await mirror(1)
      await showPlatform()
      apply({ 'platform:0:wallet': order.sats, 'platform:0:capital': order.sats })
    } else if (order.do === 'schedule') {
      await sql`insert into fee_schedules (platform_fee_percent, partner_pool_percent, withdrawal_fee_percent, effective_from)
        values (${order.platform}::numeric / 1000, ${order.pool}::numeric / 1000, ${order.withdrawal}::numeric / 1000, app_now())`.execute(
        db,
      )
      Object.assign(schedule, { platform: order.platform, pool: order.pool, withdrawal: order.withdrawal })
    } else if (order.do === 'partner') {
      const index = order.who % partnerCount
      await sql`update partners set share_percentage = ${order.share}::numeric / 100, is_active = ${order.active} where id = ${index + 1}`.execute(
        db,
      )
      shares[index] = { share: order.share, active: order.active }
    } else {
      const out = await pick(order.do, order.which)
      if (!out) return
      const { status, txid } = await getSend(db, out.id)
      if (order.do === 'advance') await advance(out)
      else if (order.do === 'prove' && status === 'confirmed')
        await inTransaction(db, (tx) => redeemPromoCode(tx, out.id))
      else if (order.do === 'fail') await fail(out)
      else if (order.do === 'cancel' && status === 'requested') {
        apply(await returned(out.id))
        await inTransaction(db, (tx) => cancelSend(tx, { sendKinds }, out.id))
      } else if (order.do === 'unconfirm' && status === 'confirmed') {
        await confirm(out, txid ?? '', 0)
        apply(out.settled, -1n)
        out.undoFee?.()
      }
    }
  }

  return {
    run: async (order: Command) => {
      await run(order)
      await followForgiveness()
    },
    compare: async () => {
      await compare()
      await compareCollections()
    },
  }
}
