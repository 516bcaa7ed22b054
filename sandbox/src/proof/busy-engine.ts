import { openEngine } from '../engine/engine.ts'
import { seededRandom } from './make-history.ts'

/**
 * A program to be killed: works without pause on the network in the given folder, and prints a line for each change
 * once it is on the disk. `kill-engine.ts` starts it.
 */
const [, , dir = '', seed = '1'] = process.argv
const random = seededRandom(Number(seed))
const engine = await openEngine({ dir, compactAfterBytes: 600_000 })
const { chain, wallets, lightning, clock, store } = engine
let created = 0
const say = async (fact: object) => {
  await store.synced()
  process.stdout.write(`${JSON.stringify(fact)}\n`)
}
const shops: string[] = []
const newShop = async () => {
  const id = `shop-${seed}-${created++}`
  const { mnemonic } = wallets.create({ id, keepKeys: true })
  shops.push(id)
  await say({ wallet: id, mnemonic })
}
await newShop()
const shop = () => shops[Math.floor(random() * shops.length)] as string

const acts: (() => Promise<void>)[] = [
  async () => {
    if (shops.length < 3) await newShop()
  },
  async () => {
    const { txid } = wallets.payFromTreasury({
      outputs: [{ script: wallets.reserveAddress(shop()).script, amountSats: 50_000n }],
    })
    await say({ transaction: txid })
  },
  async () => {
    const outputs = [{ script: wallets.receiveAddress(shop()).script, amountSats: 5000n }]
    const built = wallets.build(shop(), { outputs, satPerKvb: 1500 })
    if (built.ok && chain.broadcast(built.hex ?? '').ok) await say({ transaction: built.txid })
  },
  async () => {
    const [block] = chain.mine()
    await say({ block: block?.hash })
  },
  async () => {
    if (chain.tip().height < 260 || random() < 0.6) return
    const { connected } = chain.reorganize({ depth: 1 + Math.floor(random() * 4) })
    await say({ block: connected.at(-1)?.hash })
  },
  async () => {
    const { id, bolt11 } = lightning.createInvoice('shared', { amountMsat: 1000n, expirySeconds: 86_400 })
    await say({ invoice: id })
    if (lightning.payFromPublic(bolt11).outcome === 'complete') await say({ paid: id })
  },
  async () => {
    await clock.advance(5000)
    await say({ timeMs: clock.now() })
  },
  async () => {
    const id = shop()
    const [entry] = wallets.history(id, { limit: 1 })
    if (!entry) return
    const comment = `note ${created++}`
    wallets.annotate(id, entry.txid, { comment })
    await say({ note: id, txid: entry.txid, comment })
  },
]
for (;;) {
  const act = acts[Math.floor(random() * acts.length)] as () => Promise<void>
  // Two at a time: the second is often not yet on the disk when the first is reported.
  await Promise.all([act(), (acts[Math.floor(random() * acts.length)] as () => Promise<void>)()])
  await new Promise((resolve) => setImmediate(resolve))
}
