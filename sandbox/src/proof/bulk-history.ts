import { transactionHex } from '../engine/chain/block-bytes.ts'
import { sha256 } from '../engine/chain/digests.ts'
import { describeTransaction } from '../engine/chain/transaction-bytes.ts'
import type { Engine } from '../engine/engine.ts'

/** OP_TRUE behind a witness script hash: anyone may spend it, with no signature to create or verify. */
const openScript = `0020${sha256(Buffer.from('51', 'hex')).toString('hex')}`
const perBlock = 2000
const feeSats = 200n

/**
 * Gives a wallet this many separate incoming transactions in large blocks: a long history in seconds. The blocks are
 * fully valid. Amounts rise from 1,000 satoshis and go to the first 20 addresses in turn.
 */
export const makeBulkHistory = async (engine: Engine, walletId: string, transactions: number): Promise<void> => {
  const { chain, wallets, store } = engine
  const scripts = Array.from({ length: 20 }, (_, index) => wallets.addressAt(walletId, 0, index).script)
  for (let done = 0; done < transactions; done += perBlock) {
    const count = Math.min(perBlock, transactions - done)
    const amounts = Array.from({ length: count }, (_, i) => BigInt(1000 + done + i))
    const outputs = amounts.map((amountSats) => ({ script: openScript, amountSats: amountSats + feeSats }))
    const { txid } = wallets.payFromTreasury({ outputs, satPerKvb: 1000 })
    const payments = amounts.map((amountSats, vout) =>
      transactionHex(
        describeTransaction({
          version: 2,
          lockTime: 0,
          inputs: [{ txid, vout, scriptSig: '', sequence: 0xffff_fffd, witness: ['51'] }],
          outputs: [{ script: scripts[(done + vout) % scripts.length] as string, amountSats }],
        }),
      ),
    )
    chain.mine(1, { includeHexes: payments })
    await store.synced()
  }
}

/** The median time of a page of 25 at several places in the list, in milliseconds. */
export const timePages = (engine: Engine, walletId: string, samples: number): number => {
  const { wallets } = engine
  const length = wallets.historyCount(walletId)
  const times = Array.from({ length: samples }, (_, i) => {
    const skip = Math.floor(((i % 10) / 10) * Math.max(0, length - 25))
    const start = performance.now()
    wallets.history(walletId, { skip, limit: 25 })
    return performance.now() - start
  })
  return times.sort((a, b) => a - b)[samples >> 1] ?? 0
}
