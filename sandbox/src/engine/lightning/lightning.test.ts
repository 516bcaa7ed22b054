import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signedDigest } from '@bitquay/btcpay/wire/bolt11'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bech32 } from '@scure/base'
import { decode as foreignDecode } from 'light-bolt11-decoder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '../chain/digests.ts'
import { type Engine, openEngine } from '../engine.ts'

let dir: string
let engine: Engine
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lightning-'))
  engine = await openEngine({ dir })
})
afterAll(async () => {
  await engine.close()
  await rm(dir, { recursive: true, force: true })
})

const coffee = { amountMsat: 5_000_000n, description: 'coffee', expirySeconds: 600 }
const nodeOf = (id: string) => {
  const node = engine.lightning.node(id)
  if (!node) throw new Error(`no node ${id}`)
  return node
}

describe('the Lightning network', () => {
  it('creates BOLT11s that an independent decoder reads, signed by the node', () => {
    const { lightning } = engine
    const invoice = lightning.createInvoice('shared', coffee)
    const { sections } = foreignDecode(invoice.bolt11)
    const value = (name: string) =>
      (sections.find((section) => section.name === name) as { value?: unknown } | undefined)?.value
    expect(value('amount')).toBe('5000000')
    expect(value('payment_hash')).toBe(invoice.paymentHash)
    expect(value('description')).toBe('coffee')
    expect(value('expiry')).toBe(600)
    expect(value('coin_network')).toMatchObject({ bech32: 'bcrt' })
    expect(value('payment_secret')).toMatch(/^[0-9a-f]{64}$/)
    // The signature as the independent decoder finds it, over the bech32 words.
    const signature = Buffer.from(String(value('signature')), 'hex')
    const { prefix, words } = bech32.decode(invoice.bolt11 as `${string}1${string}`, false)
    const recoverable = Uint8Array.from([signature[64] ?? 0, ...signature.subarray(0, 64)])
    const digest = signedDigest(prefix, words.slice(0, -104))
    const recovered = secp256k1.recoverPublicKey(recoverable, digest, { prehash: false })
    expect(Buffer.from(recovered).toString('hex')).toBe(nodeOf('shared').publicKey)
    expect(sha256(Buffer.from(invoice.preimage, 'hex')).toString('hex')).toBe(invoice.paymentHash)
  })

  it('an invoice is paid by the public once and moves the balances', () => {
    const { lightning } = engine
    const invoice = lightning.createInvoice('shared', coffee)
    const before = nodeOf('shared')
    const received: string[] = []
    const off = lightning.on('invoicePaid', ({ invoice: paid }) => received.push(paid.id))
    const outcome = lightning.payFromPublic(invoice.bolt11)
    off()
    expect(outcome).toMatchObject({ outcome: 'complete', payment: { preimage: invoice.preimage, feeMsat: 3500n } })
    expect(received).toEqual([invoice.id])
    expect(lightning.invoice('shared', invoice.id)).toMatchObject({ status: 'Paid', amountReceivedMsat: 5_000_000n })
    expect(nodeOf('shared').localMsat - before.localMsat).toBe(5_000_000n)
    expect(before.remoteMsat - nodeOf('shared').remoteMsat).toBe(5_000_000n)
    expect(lightning.payFromPublic(invoice.bolt11)).toMatchObject({ outcome: 'refused', reason: 'already-paid' })
  })

  it('pays the public with a fee and lists the payment', () => {
    const { lightning } = engine
    const before = nodeOf('shared').localMsat
    const invoice = lightning.createInvoice('public', { ...coffee, amountMsat: 0n })
    expect(lightning.pay('shared', { bolt11: invoice.bolt11 })).toMatchObject({
      outcome: 'refused',
      reason: 'amount-missing',
    })
    const outcome = lightning.pay('shared', { bolt11: invoice.bolt11, amountMsat: 20_000_000n })
    expect(outcome).toMatchObject({ outcome: 'complete', payment: { totalMsat: 20_011_000n, amountMsat: 20_000_000n } })
    expect(before - nodeOf('shared').localMsat).toBe(20_011_000n)
    expect(lightning.payment('shared', invoice.paymentHash)).toMatchObject({
      status: 'Complete',
      preimage: invoice.preimage,
    })
    expect(lightning.payments('shared').map(({ paymentHash }) => paymentHash)).toContain(invoice.paymentHash)
  })

  it('refuses self-payments, other networks, unknown nodes, too little money and excessive fees', () => {
    const { lightning } = engine
    const own = lightning.createInvoice('shared', coffee)
    expect(lightning.pay('shared', { bolt11: own.bolt11 })).toMatchObject({ outcome: 'failed', reason: 'self-payment' })
    expect(lightning.payment('shared', own.paymentHash)).toBeUndefined()
    const mainnet =
      'lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpuaztrnwngzn3kdzw5hydlzf03qdgm2hdq27cqv3agm2awhz5se903vruatfhq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspfj9srp'
    expect(lightning.pay('shared', { bolt11: mainnet })).toMatchObject({ outcome: 'refused', reason: 'wrong-network' })
    expect(lightning.pay('shared', { bolt11: 'lnbcrt1nonsense' })).toMatchObject({
      outcome: 'refused',
      reason: 'bad-bolt11',
    })
    const dear = lightning.createInvoice('public', { ...coffee, amountMsat: 10n ** 15n })
    expect(lightning.pay('shared', { bolt11: dear.bolt11 })).toMatchObject({ outcome: 'failed', reason: 'no-route' })
    expect(lightning.payment('shared', dear.paymentHash)).toMatchObject({ status: 'Failed', failure: 'no-route' })
    const cheap = lightning.createInvoice('public', coffee)
    const limited = lightning.pay('shared', { bolt11: cheap.bolt11, maxFeePercent: 0.01 })
    expect(limited).toMatchObject({ outcome: 'failed', reason: 'fee-too-high' })
    expect(lightning.pay('shared', { bolt11: cheap.bolt11, maxFeeSats: 3n })).toMatchObject({ reason: 'fee-too-high' })
    expect(lightning.pay('shared', { bolt11: cheap.bolt11, maxFeePercent: 0.5 })).toMatchObject({ outcome: 'complete' })
    lightning.createNode({ id: 'poor', remoteMsat: 1000n })
    const poor = lightning.createInvoice('poor', coffee)
    expect(lightning.payFromPublic(poor.bolt11)).toMatchObject({ outcome: 'failed', reason: 'no-route' })
  })

  it('payments fail and hang when a lever says so, and a pending payment can be completed', () => {
    const { lightning } = engine
    lightning.failNext('shared', 1)
    const first = lightning.createInvoice('public', coffee)
    expect(lightning.pay('shared', { bolt11: first.bolt11 })).toMatchObject({ outcome: 'failed', reason: 'no-route' })
    expect(lightning.pay('shared', { bolt11: first.bolt11 })).toMatchObject({ outcome: 'complete' })

    lightning.hangNext('shared', 2)
    const before = nodeOf('shared').localMsat
    const second = lightning.createInvoice('public', coffee)
    const third = lightning.createInvoice('public', coffee)
    for (const { bolt11 } of [second, third])
      expect(lightning.pay('shared', { bolt11 })).toMatchObject({ outcome: 'pending' })
    expect(nodeOf('shared')).toMatchObject({ localMsat: before - 2n * 5_003_500n, inFlightMsat: 2n * 5_003_500n })
    expect(lightning.pay('shared', { bolt11: second.bolt11 })).toMatchObject({
      outcome: 'refused',
      reason: 'in-flight',
    })
    expect(lightning.invoice('public', second.id)?.status).toBe('Unpaid')
    expect(lightning.payments('shared').some(({ paymentHash }) => paymentHash === second.id)).toBe(false)
    expect(
      lightning.payments('shared', { includePending: true }).some(({ paymentHash }) => paymentHash === second.id),
    ).toBe(true)

    expect(lightning.resolve('shared', second.id, 'complete')).toMatchObject({
      status: 'Complete',
      preimage: second.preimage,
    })
    expect(lightning.resolve('shared', third.id, 'fail')).toMatchObject({ status: 'Failed' })
    expect(nodeOf('shared')).toMatchObject({ localMsat: before - 5_003_500n, inFlightMsat: 0n })
    expect(() => lightning.resolve('shared', third.id, 'fail')).toThrow('pending')
  })

  it('unpaid, pending and canceled invoices expire by the clock', async () => {
    const { lightning, clock } = engine
    const expired: string[] = []
    const off = lightning.on('invoiceExpired', ({ invoice }) => expired.push(invoice.id))
    const soon = lightning.createInvoice('public', { ...coffee, expirySeconds: 60 })
    const later = lightning.createInvoice('public', { ...coffee, expirySeconds: 6000 })
    lightning.hangNext('shared', 1)
    lightning.pay('shared', { bolt11: soon.bolt11 })
    await clock.advance(61_000)
    off()
    expect(expired).toEqual([soon.id])
    expect(lightning.invoice('public', soon.id)?.status).toBe('Expired')
    expect(lightning.payFromPublic(soon.bolt11)).toMatchObject({ outcome: 'failed' })
    expect(lightning.resolve('shared', soon.id, 'complete')).toMatchObject({ status: 'Failed', failure: 'rejected' })
    expect(lightning.invoices('public', { pendingOnly: true }).map(({ id }) => id)).toContain(later.id)
    expect(lightning.cancelInvoice('public', later.id)).toBe(true)
    expect(lightning.pay('shared', { bolt11: later.bolt11 })).toMatchObject({ outcome: 'failed', reason: 'rejected' })
  })

  it('lists one node’s invoices in order from an offset, and after a restart', async () => {
    const { lightning } = engine
    lightning.createNode({ id: 'own' })
    const created = Array.from(
      { length: 5 },
      (_, i) => lightning.createInvoice('own', { ...coffee, description: `${i}` }).id,
    )
    const idsOf = (page: Parameters<typeof lightning.invoices>[1]) =>
      lightning.invoices('own', page).map(({ id }) => id)
    expect(idsOf({})).toEqual(created)
    expect(idsOf({ offsetIndex: 3 })).toEqual(created.slice(3))
    expect(idsOf({ newestFirst: true, limit: 2 })).toEqual([created[4], created[3]])
    const publicKey = nodeOf('own').publicKey
    await engine.close()
    engine = await openEngine({ dir })
    expect(engine.lightning.invoices('own').map(({ id }) => id)).toEqual(created)
    expect(nodeOf('own').publicKey).toBe(publicKey)
  })
})
