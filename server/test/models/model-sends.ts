import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/connect.ts'
import { inTransaction } from '../../src/platform/db/transaction.ts'
import { redeemPromoCode } from '../../src/promo-codes/redeem-promo-code.ts'
import { createSendKinds } from '../../src/send-kinds.ts'
import { recordTxid } from '../../src/sends/announce-send.ts'
import { cancelSend, endSend } from '../../src/sends/end-send.ts'
import { recordSends } from '../../src/sends/record-sends.ts'
import { getSend, markBroadcast, markSigned, reserveCoins, type Send, saveVersion } from '../../src/sends/table.ts'
import type { Collections } from './model-collections.ts'
import type { Parts, Sums } from './model-sums.ts'
import type { Wallets } from './model-wallets.ts'

const sendKinds = createSendKinds('http://localhost')

type Outgoing = {
  id: number
  store: number
  inputs: [string, bigint][]
  change: string | undefined
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
  const leavesSats = (send: Send) =>
    send.amountSats + (send.networkFeeFrom === 'wallet' ? (send.networkFeeSats ?? 0n) : 0n)

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
  const pick = async (what: Step, which: number) => {
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

  const runOnSend = async (what: Step, which: number) => {
    const out = await pick(what, which)
    if (!out) return
    const { status, txid } = await getSend(db, out.id)
    if (what === 'advance') await advance(out)
    else if (what === 'prove' && status === 'confirmed') await inTransaction(db, (tx) => redeemPromoCode(tx, out.id))
    else if (what === 'fail') await fail(out)
    else if (what === 'cancel' && status === 'requested') {
      apply(await returned(out.id))
      await inTransaction(db, (tx) => cancelSend(tx, { sendKinds }, out.id))
    } else if (what === 'unconfirm' && status === 'confirmed') {
      await confirm(out, txid ?? '', 0)
      apply(out.settled, -1n)
      out.undoFee?.()
    }
  }

  return {
    add: (id: number, store: number) => {
      outgoing.push({ id, store, inputs: [], change: undefined, settled: {} })
    },
    listReserved,
    listChange: () => new Set(outgoing.map((out) => out.change)),
    runOnSend,
  }
}
