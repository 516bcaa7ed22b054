import { toBlock } from './chain-levers.ts'
import { formatBtc, type LeverContext } from './lever.ts'
import { formatCents, readPolicy } from './server-levers.ts'

const SHOWN_BLOCKS = 10
const SHOWN_TRANSACTIONS = 25
const SHOWN_STORES = 200

/** The summary that the panel shows. */
export const readState = (context: LeverContext) => {
  const { engine, btcpay, faults } = context
  const settings = btcpay.settings()
  const tip = engine.chain.tip()
  const treasury = engine.wallets.balance(engine.wallets.treasuryId)
  return {
    clock: { now: engine.clock.nowSeconds() },
    chain: { height: tip.height, hash: tip.hash, blocks: readBlocks(context, SHOWN_BLOCKS) },
    mempool: {
      size: engine.chain.mempoolSize(),
      transactions: engine.chain.mempool({ take: SHOWN_TRANSACTIONS }).map((entry) => ({
        txid: entry.txid,
        feeSats: String(entry.feeSats),
        vsize: entry.vsize,
        seenAt: Math.floor(entry.seenAtMs / 1000),
      })),
    },
    rate: {
      usd: formatCents(btcpay.rates.cents()),
      pinned: btcpay.rates.pinnedCents() !== null,
      available: btcpay.rates.isAvailable(),
      seed: btcpay.rates.seed(),
    },
    treasury: { balanceBtc: formatBtc(treasury.totalSats) },
    stores: btcpay.stores
      .all()
      .slice(0, SHOWN_STORES)
      .map((store) => {
        const wallet = engine.wallets.find(store.id) ? engine.wallets.balance(store.id) : undefined
        const node = store.lightning ? engine.lightning.node(store.lightning.nodeId) : undefined
        return {
          id: store.id,
          name: store.settings.name,
          invoices: btcpay.book.countOf(store.id),
          onChain: wallet
            ? { balanceBtc: formatBtc(wallet.totalSats), confirmedBtc: formatBtc(wallet.confirmedSats) }
            : null,
          lightning: node ? { node: node.id, localMsat: String(node.localMsat) } : null,
        }
      }),
    nodes: engine.lightning.nodes().map((node) => ({
      id: node.id,
      alias: node.alias,
      localMsat: String(node.localMsat),
      remoteMsat: String(node.remoteMsat),
      down: btcpay.isNodeDown(node.id),
    })),
    levers: {
      engineDown: faults.isDown(),
      fail: faults.rules(),
      webhooks: { ...btcpay.sender.faults(), pending: btcpay.sender.pending() },
      late: btcpay.lateParts.late(),
      automineSeconds: settings.automineSeconds,
      policy: readPolicy(btcpay),
    },
  }
}

/** Newest first. */
export const readBlocks = ({ engine }: LeverContext, count: number, below?: number) => {
  const top = below === undefined ? engine.chain.tip().height : Math.min(below - 1, engine.chain.tip().height)
  const blocks = []
  for (let height = top; height >= 0 && blocks.length < count; height--) {
    const block = engine.chain.blockAtHeight(height)
    if (block) blocks.push(toBlock(block))
  }
  return blocks
}
