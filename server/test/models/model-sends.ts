import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../src/platform/db/connect.ts'
import { inTransaction } from '../../src/platform/db/transaction.ts'
import { redeemPromoCode } from '../../src/promo-codes/redeem-promo-code.ts'
import { createSendKinds } from '../../src/send-kinds.ts'
import { cancelSend, endSend } from '../../src/sends/end-send.ts'
import { choosePayment } from '../../src/sends/monitor-send.ts'
import { recordBroadcast, recordSends } from '../../src/sends/record-sends.ts'
import { findVersions, getSend, markSigned, reserveCoins, saveVersion } from '../../src/sends/table.ts'
import type { Collections } from './model-collections.ts'
import { ownServerMerchant } from './model-platform.ts'
import type { Parts, Sums } from './model-sums.ts'
import type { Wallets } from './model-wallets.ts'
import type { Order } from './money-commands.ts'

const least = (...sats: bigint[]) => sats.reduce((lowest, one) => (one < lowest ? one : lowest))

const sendKinds = createSendKinds('http://localhost')

type Outgoing = {
  id: number
  store: number
  inputs: [string, bigint][]
  change: string | undefined
  /** The transaction that pays it now. */
  paid: { txid: string; payeeSats: bigint; feeSats: bigint }
  settled: Parts
  undoFee?: () => void
}

type Step = 'advance' | 'prove' | 'fail' | 'cancel' | 'unconfirm'

export type Sends = ReturnType<typeof makeSends>

/** Accepted sends, and what signing, the network and blocks do to them. */
export const makeSends = (
  db: Db,
  { apply, feeOf }: Sums,
  { addFee }: Collections,
  { shown, nextTxid, coinsOf, addCoin, mirror, showPlatform }: Wallets,
) => {
  const outgoing: Outgoing[] = []
  const listReserved = () => new Set(outgoing.flatMap(({ inputs }) => inputs.map(([outpoint]) => outpoint)))

  const settledParts = async ({ id, paid: { payeeSats, feeSats } }: Outgoing): Promise<Parts> => {
    const send = await getSend(db, id)
    if (send.kind === 'sweep') {
      const tenthSats = send.amountSats / 10n
      const missingSats = send.amountSats - payeeSats
      const costSats =
        send.merchantId === ownServerMerchant ? 0n : least(feeSats, send.networkFeeReserveSats, tenthSats, missingSats)
      return {
        [`merchant:${send.merchantId}:collecting`]: -send.amountSats,
        [`merchant:${send.merchantId}:fees-owed`]: missingSats - costSats,
        'platform:0:wallet': payeeSats,
        'platform:0:network-fees': costSats,
        [`~arrived:${send.merchantId}`]: payeeSats + costSats,
      }
    }
    // The network fee is deducted from what the recipient gets. What a replacement takes beyond that is a cost.
    if (send.kind === 'payout') {
      return {
        [`partner:${send.partnerId}:payout-hold`]: -send.amountSats,
        'platform:0:wallet': -payeeSats - feeSats,
        'platform:0:network-fees': payeeSats + feeSats - send.amountSats,
        [`~withdrawn:${send.partnerId}`]: send.amountSats,
      }
    }
    return send.platformFeeSats === 0n ? {} : feeOf(send.merchantId ?? 0, send.platformFeeSats, send.partnerFeeSats)
  }
  const leavesSats = ({ paid: { payeeSats, feeSats } }: Outgoing) => payeeSats + feeSats

  /** Advances a send by one step, as signing, the network and a block would. */
  const advance = async (out: Outgoing) => {
    const send = await getSend(db, out.id)
    if (send.status === 'requested') {
      const taken = listReserved()
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
      const payeeSats = send.networkFeeFrom === 'wallet' ? send.amountSats : send.amountSats - feeSats
      out.inputs = inputs
      out.paid = { txid, payeeSats, feeSats }
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
          payeeSats,
          change: out.change === undefined ? undefined : { outpoint: out.change, amountSats: changeSats },
        })
        await markSigned(tx, send.id, { txid, networkFeeSats: feeSats })
      })
    } else if (send.status === 'signed') {
      await inTransaction(db, (tx) => recordBroadcast(tx, { sendKinds }, send.id))
      const changeSats = out.inputs.reduce((sum, [, sats]) => sum + sats, 0n) - leavesSats(out)
      for (const [outpoint] of out.inputs) coinsOf(out.store).delete(outpoint)
      if (out.change) coinsOf(out.store).set(out.change, changeSats)
      if (out.store === 1) shown.set(send.txid ?? '', { amountSats: -leavesSats(out), confirmations: 0 })
      await mirror(out.store)
      await showPlatform()
    } else if (send.status === 'broadcast') {
      out.settled = await settledParts(out)
      await confirm(out, 1)
      apply(out.settled)
      if (send.kind === 'withdrawal') out.undoFee = addFee(send.merchantId ?? 0, out.settled)
    }
  }
  const confirm = async (out: Outgoing, confirmations: number) => {
    const send = await getSend(db, out.id)
    const { txid, payeeSats } = out.paid
    if (send.kind === 'sweep') {
      if (!shown.has(txid)) addCoin(1, payeeSats, txid)
      shown.set(txid, { amountSats: payeeSats, confirmations })
      await mirror(1)
      return showPlatform()
    }
    if (out.store === 1) {
      shown.set(txid, { amountSats: -leavesSats(out), confirmations })
      return showPlatform()
    }
    await inTransaction(db, (tx) =>
      recordSends(tx, { sendKinds }, { id: out.store, merchantId: out.store - 1, ownWallet: null }, [
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
    if (send.kind === 'sweep' && shown.has(out.paid.txid)) return
    apply(await returned(out.id))
    await endSend({ db, sendKinds }, send, 'failed', 'test')
    if (out.change) coinsOf(out.store).delete(out.change)
    for (const [outpoint, sats] of out.inputs) coinsOf(out.store).set(outpoint, sats)
    out.inputs = []
    shown.delete(out.paid.txid)
    await mirror(out.store)
    await showPlatform()
  }

  /** Someone with the keys replaces a broadcast payment, with any amount and any fee. Only what may count is saved. */
  const replace = async (order: Order<'replace'>) => {
    const out = await pick('replace', order.which)
    if (!out) return
    const send = await getSend(db, out.id)
    const taken = listReserved()
    const isSpent = (outpoint: string | undefined) => outpoint !== undefined && taken.has(outpoint)
    if (send.status !== 'broadcast' || isSpent(out.change) || isSpent(`${out.paid.txid}-0`)) return
    const sumSats = out.inputs.reduce((sum, [, sats]) => sum + sats, 0n)
    const anySats = (send.amountSats * order.paid + 999n) / 1000n
    const spareSats = sumSats - (order.how === 'same amount' ? out.paid.payeeSats : anySats)
    const feeSats = ((order.how === 'fee deducted' ? send.amountSats - 1n : spareSats) * order.fee) / 1000n
    const paidSats = {
      'any amount': anySats,
      'same amount': out.paid.payeeSats,
      'fee deducted': send.amountSats - feeSats,
    }[order.how]
    const payeeSats = choosePayment(send, await findVersions(db, send.id), [paidSats], feeSats)
    if (payeeSats === undefined) return
    if (send.kind !== 'sweep') {
      // Nobody gets less than at most a tenth, or the quoted fee, below the amount.
      const mostSats = [send.networkFeeReserveSats, send.amountSats / 10n].reduce((a, b) => (a > b ? a : b))
      expect(send.amountSats - payeeSats).toBeLessThanOrEqual(send.networkFeeFrom === 'wallet' ? 0n : mostSats)
    }
    const txid = nextTxid()
    const changeSats = sumSats - payeeSats - feeSats
    await inTransaction(db, (tx) =>
      saveVersion(tx, send.id, {
        ...{ txid, rawTransaction: null, networkFeeSats: feeSats, payeeSats, vbytes: 200, change: undefined },
      }),
    )
    if (out.change) coinsOf(out.store).delete(out.change)
    out.change = changeSats > 0n ? `${txid}-1` : undefined
    if (out.change) coinsOf(out.store).set(out.change, changeSats)
    const wasShown = shown.delete(out.paid.txid)
    if (send.kind === 'sweep') coinsOf(1).delete(`${out.paid.txid}-0`)
    out.paid = { txid, payeeSats, feeSats }
    if (send.kind === 'sweep' && wasShown) addCoin(1, payeeSats, txid)
    if (wasShown)
      shown.set(txid, { amountSats: send.kind === 'sweep' ? payeeSats : -leavesSats(out), confirmations: 0 })
    await mirror(out.store)
    await mirror(1)
    await showPlatform()
  }

  /** One of the outgoing payments that this can happen to. */
  const pick = async (what: Step | 'replace', which: number) => {
    const { rows } = await sql<{ id: number }>`
      select s.id from sends s left join promo_redemptions r on r.send_id = s.id where ${
        what === 'prove'
          ? sql`s.status = 'confirmed' and r.given_back_at is null and r.confirmed_at is null and r.send_id is not null`
          : what === 'unconfirm'
            ? sql`s.status = 'confirmed'`
            : what === 'replace'
              ? sql`s.status = 'broadcast'`
              : sql`s.status in ('requested', 'signed', 'broadcast')`
      } order by s.id`.execute(db)
    const id = rows[which % Math.max(1, rows.length)]?.id
    return outgoing.find((out) => out.id === id)
  }

  const runOnSend = async (what: Step, which: number) => {
    const out = await pick(what, which)
    if (!out) return
    const { status } = await getSend(db, out.id)
    if (what === 'advance') await advance(out)
    else if (what === 'prove' && status === 'confirmed') await inTransaction(db, (tx) => redeemPromoCode(tx, out.id))
    else if (what === 'fail') await fail(out)
    else if (what === 'cancel' && status === 'requested') {
      apply(await returned(out.id))
      await inTransaction(db, (tx) => cancelSend(tx, { sendKinds }, out.id))
    } else if (what === 'unconfirm' && status === 'confirmed') {
      await confirm(out, 0)
      apply(out.settled, -1n)
      out.undoFee?.()
    }
  }

  return {
    add: (id: number, store: number) => {
      outgoing.push({
        id,
        store,
        inputs: [],
        change: undefined,
        paid: { txid: '', payeeSats: 0n, feeSats: 0n },
        settled: {},
      })
    },
    listReserved,
    listChange: () => new Set(outgoing.map((out) => out.change)),
    runOnSend,
    replace,
  }
}
