import { sql } from 'kysely'
import { paymentTargets } from '../../src/payment-targets.ts'
import { recordWallet } from '../../src/payments/record-wallet.ts'
import type { Db } from '../../src/platform/db/connect.ts'
import { inTransaction } from '../../src/platform/db/transaction.ts'
import { saveWaiting, toWaiting } from '../../src/stores/table.sync.ts'
import type { Collections } from './model-collections.ts'
import type { Parts, Sums } from './model-sums.ts'
import type { Wallets } from './model-wallets.ts'
import type { Order } from './money-commands.ts'

type Late = {
  txid: string
  merchant: number
  sats: bigint
  has: { coin: boolean; label: boolean }
  seenAt: number
  /** The fee of the moment it was saved, which it owes from the moment it is known whose it is. */
  fee: Parts | undefined
  isFiled: boolean
}

const waitSeconds = 10

/** Payments to deposit addresses whose coins and labels appear later than their transactions, in any order. */
export const makeLate = (
  db: Db,
  { schedule, apply, feeOf }: Sums,
  { addFee }: Collections,
  { nextTxid, addCoin, mirror }: Wallets,
) => {
  const payments: Late[] = []
  let now = 0

  const arrive = async (order: Order<'arrive'>, merchant: number) => {
    const has = { coin: false, label: false }
    payments.push({ txid: nextTxid(), merchant, sats: order.sats, has, seenAt: now, fee: undefined, isFiled: false })
    if (order.part !== 'none') reveal(payments.length - 1, order.part)
    await sync(merchant)
  }

  const reveal = (index: number, part: 'coin' | 'label') => {
    const payment = payments[index]
    if (!payment || payment.has[part]) return
    payment.has[part] = true
    if (part === 'coin') addCoin(payment.merchant + 1, payment.sats, payment.txid)
  }

  /** What the rules say about each payment of a merchant at a sync. */
  const follow = (payment: Late) => {
    const isExplained = payment.has.coin || payment.has.label
    if (!isExplained && !payment.fee && now - payment.seenAt < waitSeconds) return
    if (!payment.fee) {
      const feeSats = (payment.sats * (schedule.platform + schedule.pool)) / 100_000n
      payment.fee = { feeSats, poolSats: (payment.sats * schedule.pool) / 100_000n }
    }
    if (!isExplained || payment.isFiled) return
    payment.isFiled = true
    const { feeSats = 0n, poolSats = 0n } = payment.fee
    // Shares are those of today: nothing else is on record.
    const parts = feeOf(payment.merchant, feeSats, poolSats)
    addFee(payment.merchant, parts, false)
    apply(parts)
  }

  const sync = async (merchant: number) => {
    const own = payments.filter((payment) => payment.merchant === merchant)
    await mirror(merchant + 1)
    await inTransaction(db, async (tx) => {
      const store = await tx
        .selectFrom('stores')
        .select(['id', 'waitingTransactions'])
        .where('id', '=', merchant + 1)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const waiting = toWaiting(tx, store)
      // Once a payment is saved, the invoice that its label names lists the output.
      const isListed = ({ has, fee }: Late) => has.coin || (has.label && fee !== undefined)
      const outputs = own.filter(isListed).map(({ txid, sats }) => ({
        outpoint: `${txid}-0`,
        txid,
        address: `customer-${merchant}`,
        amountSats: sats,
      }))
      const transactions = own.map(({ txid, sats, has }) => ({
        txid,
        amountSats: sats,
        confirmations: 1,
        blockHeight: 1,
        seenAt: tx.now,
        invoiceIds: has.label ? [`top-up-${merchant}`] : [],
      }))
      await recordWallet(
        tx,
        { paymentTargets },
        { merchantId: merchant, atStore: null },
        { coins: outputs, transactions },
        { waiting },
      )
      await saveWaiting(tx, store.id, store, waiting)
    })
    for (const payment of own) follow(payment)
  }

  return {
    addAddresses: async (merchants: number) => {
      await sql`insert into deposit_addresses (merchant_id, reference, server_url, store_id, order_id, engine_invoice_id, address, created_by)
        select n, 'customer', 'http://engine', 'store', 'order' || n, 'top-up-' || n, 'customer-' || n, 'test'
        from generate_series(1, ${merchants}::int) n`.execute(db)
    },
    tick: () => {
      now += 1
    },
    arrive,
    reveal: async (order: Order<'reveal'>) => {
      const index = order.which % Math.max(1, payments.length)
      reveal(index, order.part)
      const merchant = payments[index]?.merchant
      if (merchant !== undefined) await sync(merchant)
    },
  }
}
