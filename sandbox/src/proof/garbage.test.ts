import { expect, it } from 'vitest'
import { openTwoPayers } from '../engine/chain/two-payers.ts'
import { checkEngine } from './check-engine.ts'
import { seededRandom } from './make-history.ts'

it('refuses damaged transactions, blocks, PSBTs and BOLT11s without crashing or changing anything', async () => {
  const network = await openTwoPayers()
  const { chain, wallets, lightning, store } = network.engine
  const random = seededRandom(5)
  const good = network.build()
  network.send()
  chain.mine()
  const block = chain.blockHex(chain.tip().hash) ?? ''
  const { bolt11 } = lightning.createInvoice('shared', { amountMsat: 1000n, expirySeconds: 60 })
  const before = { tip: chain.tip(), mempool: chain.mempool(), balance: wallets.balance('ann') }
  const damage = (text: string, letters: string) => {
    const at = Math.floor(random() * text.length)
    const letter = letters[Math.floor(random() * letters.length)] ?? ''
    const how = random()
    if (how < 0.6) return text.slice(0, at) + letter + text.slice(at + 1)
    return how < 0.8
      ? text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 8))
      : text.slice(0, at) + letter + text.slice(at)
  }
  for (let i = 0; i < 200; i += 1) {
    const hex = damage(good.hex, '0123456789abcdef')
    if (hex !== good.hex) expect(chain.broadcast(hex), hex).toMatchObject({ ok: false })
    const bad = damage(block, '0123456789abcdef')
    expect(chain.submitBlock(bad), bad).not.toBeNull()
    const ask = damage(bolt11, 'qpzry9x8gf2tvdw0s3jn54khce6mua7l')
    if (ask !== bolt11) expect(lightning.payFromPublic(ask), ask).toMatchObject({ outcome: 'refused' })
    const psbt = damage(good.psbt, 'ABCDEFabcdef0123456789+/=')
    const extracted = wallets.extractPsbt(psbt)
    if (extracted !== undefined && extracted !== good.hex)
      expect(chain.broadcast(extracted)).toMatchObject({ ok: false })
  }
  expect({ tip: chain.tip(), mempool: chain.mempool(), balance: wallets.balance('ann') }).toEqual(before)
  checkEngine(network.engine)
  await store.synced()
  await network.close()
})
