import { sql } from 'kysely'
import { paymentTargets } from '../../src/payment-targets.ts'
import { recordPlatformWallet } from '../../src/payments/record-platform-wallet.ts'
import type { Db } from '../../src/platform/db/connect.ts'
import { inTransaction } from '../../src/platform/db/transaction.ts'
import { createSendKinds } from '../../src/send-kinds.ts'
import { recordSends } from '../../src/sends/record-sends.ts'
import { saveCoins } from '../../src/stores/table.sync.ts'

const sendKinds = createSendKinds('http://localhost')

export type Wallets = ReturnType<typeof makeWallets>

/** The coins of every store, as an engine would report them. Store 1 is the platform's. */
export const makeWallets = (db: Db) => {
  const coins = new Map<number, Map<string, bigint>>()
  /** What the platform's wallet shows, with the newest state of each transaction. */
  const shown = new Map<string, { amountSats: bigint; confirmations: number }>()
  let count = 0
  const nextTxid = () => (++count).toString(16).padStart(64, '0')
  const coinsOf = (store: number) =>
    coins.get(store) ?? coins.set(store, new Map()).get(store) ?? new Map<string, bigint>()
  return {
    shown,
    nextTxid,
    coinsOf,
    addCoin: (store: number, sats: bigint, txid = nextTxid()) => {
      coinsOf(store).set(`${txid}-0`, sats)
      return txid
    },
    mirror: (store: number) =>
      inTransaction(db, async (tx) => {
        const listed = [...coinsOf(store)].map(([outpoint, amountSats]) => ({
          outpoint,
          amountSats,
          address: 'a',
          spendable: true,
        }))
        await saveCoins(tx, store, listed)
        const balance = listed.reduce((sum, { amountSats }) => sum + amountSats, 0n)
        await sql`update stores set balance_sats = ${balance}, spendable_sats = ${balance} where id = ${store}`.execute(
          tx,
        )
      }),
    showPlatform: () =>
      inTransaction(db, async (tx) => {
        const list = [...shown].map(([txid, { amountSats, confirmations }]) => ({
          txid,
          amountSats,
          confirmations,
          blockHeight: undefined,
          seenAt: tx.now,
          invoiceIds: [],
        }))
        await recordSends(tx, { sendKinds }, { id: 1, merchantId: null, ownWallet: null }, list)
        await recordPlatformWallet(tx, { paymentTargets }, { coins: [], transactions: list })
      }),
  }
}
