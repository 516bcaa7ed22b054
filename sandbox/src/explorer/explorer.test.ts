import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scriptToAddress } from '../engine/chain/scripts.ts'
import { type Engine, openEngine } from '../engine/engine.ts'
import { toAsm } from './describe-script.ts'
import { explorer } from './explorer.ts'

let dir: string
let engine: Engine
let app: FastifyInstance
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'explorer-'))
  engine = await openEngine({ dir })
  app = fastify()
  await app.register(explorer, { engine, prefix: '/api' })
})
afterAll(async () => {
  await app.close()
  await engine.close()
  await rm(dir, { recursive: true, force: true })
})

const get = async (path: string) => {
  const response = await app.inject({ url: `/api${path}` })
  const isJson = response.headers['content-type']?.toString().includes('json') ?? false
  return { status: response.statusCode, body: isJson ? response.json() : response.body }
}
const payShop = (amountSats: bigint) => {
  if (!engine.wallets.find('shop')) engine.wallets.create({ id: 'shop', keepKeys: true })
  return engine.wallets.payFromTreasury({
    outputs: [{ script: engine.wallets.reserveAddress('shop').script, amountSats }],
  })
}

describe('the explorer', () => {
  it('returns a full transaction, unconfirmed and confirmed', async () => {
    const { chain } = engine
    const { txid, feeSats } = payShop(123_456n)
    const record = chain.transaction(txid)
    const first = await get(`/tx/${txid}`)
    expect(first).toMatchObject({
      status: 200,
      body: {
        txid,
        version: 2,
        locktime: 0,
        fee: Number(feeSats),
        weight: record?.weight,
        status: { confirmed: false },
      },
    })
    const { vin, vout, size } = first.body
    expect(size).toBe((record?.hex.length ?? 0) / 2)
    expect(vin).toHaveLength(1)
    expect(vin[0]).toMatchObject({ is_coinbase: false, scriptsig: '', prevout: { scriptpubkey_type: 'v0_p2wpkh' } })
    expect(vin[0].witness).toHaveLength(2)
    expect(vin[0].prevout.value - vout[0].value - vout[1].value).toBe(Number(feeSats))
    expect(vout[0]).toMatchObject({ value: 123_456, scriptpubkey_type: 'v0_p2wpkh' })
    expect(vout[0].scriptpubkey_address).toMatch(/^bcrt1q/)
    expect(vout[0].scriptpubkey_asm).toBe(`OP_0 OP_PUSHBYTES_20 ${vout[0].scriptpubkey.slice(4)}`)
    expect((await get(`/tx/${txid}/hex`)).body).toBe(record?.hex)

    const [block] = chain.mine()
    const status = {
      confirmed: true,
      block_height: block?.height,
      block_hash: block?.hash,
      block_time: block?.timeSeconds,
    }
    expect((await get(`/tx/${txid}/status`)).body).toEqual(status)
    expect((await get(`/tx/${txid}`)).body.status).toEqual(status)
    const spent = vin[0]
    expect((await get(`/tx/${spent.txid}/outspend/${spent.vout}`)).body).toEqual({ spent: true, txid, vin: 0, status })
    expect((await get(`/tx/${txid}/outspends`)).body).toEqual([{ spent: false }, { spent: false }])
  })

  it('counts the transactions of an address, unconfirmed and confirmed', async () => {
    const { script } = engine.wallets.reserveAddress('shop')
    const address = scriptToAddress(script) ?? ''
    const count = async () => {
      const { body } = await get(`/address/${address}`)
      return [body.chain_stats.tx_count, body.mempool_stats.tx_count]
    }
    expect(await count()).toEqual([0, 0])
    engine.wallets.payFromTreasury({ outputs: [{ script, amountSats: 50_000n }] })
    expect(await count()).toEqual([0, 1])
    engine.chain.mine()
    expect(await count()).toEqual([1, 0])
    expect(await get('/address/nowhere')).toEqual({ status: 400, body: 'Invalid Bitcoin address' })
  })

  it('returns blocks and the tip', async () => {
    const { chain } = engine
    const tip = chain.tip()
    expect((await get('/blocks/tip/height')).body).toBe(`${tip.height}`)
    expect((await get('/blocks/tip/hash')).body).toBe(tip.hash)
    expect((await get(`/block-height/${tip.height}`)).body).toBe(tip.hash)
    const block = chain.blockByHash(tip.hash)
    expect((await get(`/block/${tip.hash}`)).body).toMatchObject({
      id: tip.hash,
      height: tip.height,
      tx_count: block?.txids.length,
      size: (chain.blockHex(tip.hash)?.length ?? 0) / 2,
      previousblockhash: block?.previousHash,
    })
    expect((await get('/blocks')).body).toHaveLength(10)
    const coinbase = (await get(`/tx/${block?.txids[0]}`)).body
    expect(coinbase.vin[0]).toMatchObject({ is_coinbase: true, prevout: null })
    expect(coinbase.fee).toBe(0)
    chain.reorganize({ depth: 1 })
    expect((await get(`/block/${tip.hash}/status`)).body).toEqual({ in_best_chain: false })
  })

  it('returns nothing for evicted or unknown transactions', async () => {
    const { txid } = payShop(5000n)
    engine.chain.evict(txid)
    expect(await get(`/tx/${txid}`)).toEqual({ status: 404, body: 'Transaction not found' })
    expect((await get(`/tx/${txid}/status`)).body).toEqual({ confirmed: false })
    expect(await get(`/tx/${'00'.repeat(32)}`)).toMatchObject({ status: 404 })
    expect(await get('/tx/xyz')).toMatchObject({ status: 400 })
    expect(await get('/block-height/999999')).toEqual({ status: 404, body: 'Block not found' })
    const hex = engine.chain.transaction(txid)?.hex ?? ''
    const sent = await app.inject({
      method: 'POST',
      url: '/api/tx',
      payload: hex,
      headers: { 'content-type': 'text/plain' },
    })
    expect(sent.body).toBe(txid)
    expect((await get('/mempool/txids')).body).toContain(txid)
  })

  it('returns fee estimates in satoshis per vbyte', async () => {
    engine.chain.setFeeRates({ 1: 12_500, 6: 3000 })
    expect((await get('/fee-estimates')).body).toEqual({ 1: 12.5, 6: 3 })
  })
})

it('formats scripts as Esplora does', () => {
  expect(toAsm(`76a914${'ab'.repeat(20)}88ac`)).toBe(
    `OP_DUP OP_HASH160 OP_PUSHBYTES_20 ${'ab'.repeat(20)} OP_EQUALVERIFY OP_CHECKSIG`,
  )
  expect(toAsm(`5120${'cd'.repeat(32)}`)).toBe(`OP_PUSHNUM_1 OP_PUSHBYTES_32 ${'cd'.repeat(32)}`)
  expect(toAsm('6a02cafe')).toBe('OP_RETURN OP_PUSHBYTES_2 cafe')
  expect(toAsm('05ab')).toBe('OP_PUSHBYTES_5 <push past end>')
})
