import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { btcToSats, satsToBtc } from '../amounts.ts'
import { namesPath, unwrap } from '../outcome.ts'
import { eventually } from './eventually.ts'
import { readTransaction } from './read-transaction.ts'
import type { World } from './world.ts'

const PAID_SATS = 200_000n

/** Behaviors 31 to 33, and the pitfalls between signing and broadcasting. */
export const sendConformance = (world: () => World): void => {
  const fundedStore = async () => {
    const { admin, createStore, target } = world()
    const store = await createStore()
    await store.fund(1_000_000n)
    await store.fund(1_000_000n)
    const destination = await target.chain.foreignAddress()
    const coins = unwrap(await admin.wallet.listUtxos(store.id)).map((coin) => coin.outpoint)
    return { storeId: store.id, coins, payment: { destination, amount: satsToBtc(PAID_SATS) } }
  }

  describe('signing', () => {
    it('pays from the selected coins and broadcasts nothing', async () => {
      const { admin } = world()
      const { storeId, coins, payment } = await fundedStore()
      const chosen = coins.slice(0, 1)
      const hex = unwrap(
        await admin.wallet.signTransaction(storeId, { destinations: [payment], selectedInputs: chosen, feeRate: 5 }),
      )
      const signed = readTransaction(hex)
      expect(signed.inputs).toEqual(chosen)
      expect(signed.outputs).toHaveLength(2)
      expect(signed.outputs.map((output) => output.amountSats)).toContain(PAID_SATS)
      expect(unwrap(await admin.wallet.listUtxos(storeId)).map((coin) => coin.outpoint)).toEqual(coins)
      expect(await admin.wallet.getTransaction(storeId, signed.txid)).toMatchObject({ kind: 'refused', status: 404 })
    })

    it('without change pays one output (32)', async () => {
      const { admin } = world()
      const { storeId, payment } = await fundedStore()
      const hex = unwrap(await admin.wallet.signTransaction(storeId, { destinations: [payment], noChange: true }))
      expect(readTransaction(hex).outputs).toHaveLength(1)
    })

    it('refuses invalid requests (32)', async () => {
      const { admin } = world()
      const { storeId, coins, payment } = await fundedStore()
      const sign = (body: Parameters<typeof admin.wallet.signTransaction>[1]) =>
        admin.wallet.signTransaction(storeId, body)
      expect(namesPath(await sign({ destinations: [] }), 'Destinations')).toBe(true)
      expect(namesPath(await sign({ destinations: [{ ...payment, amount: '0' }] }), 'Destinations[0]')).toBe(true)
      expect(namesPath(await sign({ destinations: [{ destination: 'x', amount: '1' }] }), 'Destinations[0]')).toBe(true)
      expect(namesPath(await sign({ destinations: [payment], feeRate: 0 }), 'FeeRate')).toBe(true)
      expect(await sign({ destinations: [payment], selectedInputs: [] })).toMatchObject({ status: 422 })
      const both = await sign({ destinations: [payment], selectedInputs: coins, excludeUnconfirmed: true })
      expect(both).toMatchObject({ status: 422 })
      const whole = { ...payment, amount: satsToBtc(2_000_000n) }
      expect(namesPath(await sign({ destinations: [whole] }), 'Destinations')).toBe(true)
      const subtracted = await sign({ destinations: [{ ...whole, subtractFromAmount: true }] })
      expect(readTransaction(unwrap(subtracted)).outputs).toHaveLength(1)
    })

    it('needs two rights and is refused without a body (31)', async () => {
      const { target, withPermissions } = world()
      const { storeId, payment } = await fundedStore()
      const create = `btcpay.store.cancreatetransactions:${storeId}`
      const sign = `btcpay.store.cansigntransactions:${storeId}`
      const creator = await withPermissions([create])
      const bare = { kind: 'refused', status: 403, code: null }
      expect(await creator.wallet.signTransaction(storeId, { destinations: [payment] })).toMatchObject(bare)
      const signer = await withPermissions([create, sign])
      const path = `/api/v1/stores/${storeId}/payment-methods/BTC-CHAIN/wallet/transactions`
      const body = { destinations: [payment] }
      expect(await signer.send({ method: 'POST', path, body, answer: z.unknown() })).toMatchObject(bare)
      const signed = await signer.wallet.signTransaction(storeId, { destinations: [payment] })
      // A key without server rights signs only if the server's policy allows it.
      if (target.policies.hotWalletsForAll) expect(signed).toMatchObject({ kind: 'ok' })
      else expect(signed).toMatchObject({ kind: 'refused', status: 503, code: 'not-available' })
    })

    it('without keys is not available', async () => {
      const { admin, createStore, target } = world()
      const cold = await createStore({ wallet: 'cold' })
      await cold.fund(1_000_000n)
      const payment = { destination: await target.chain.foreignAddress(), amount: satsToBtc(PAID_SATS) }
      expect(await admin.wallet.signTransaction(cold.id, { destinations: [payment] })).toMatchObject({
        kind: 'refused',
        status: 503,
        code: 'not-available',
      })
    })

    it('can be tested with a request without destinations, which is a validation error for a key that may sign', async () => {
      const { createStore, target, withPermissions } = world()
      const store = await createStore()
      const signer = await withPermissions([`btcpay.store.canmanagewallettransactions:${store.id}`])
      const outcome = await signer.wallet.signTransaction(store.id, { destinations: [] })
      if (target.policies.hotWalletsForAll) expect(namesPath(outcome, 'Destinations')).toBe(true)
      else expect(outcome).toMatchObject({ kind: 'refused', status: 503, code: 'not-available' })
    })
  })

  describe('broadcasting', () => {
    it('sends the signed transaction and may be repeated until it is confirmed (33)', async () => {
      const { admin, target } = world()
      const { storeId, payment } = await fundedStore()
      const hex = unwrap(await admin.wallet.signTransaction(storeId, { destinations: [payment], feeRate: 5 }))
      const { txid } = readTransaction(hex)
      unwrap(await admin.wallet.broadcast(storeId, hex))
      const sent = await eventually('the transaction is seen', async () => {
        const outcome = await admin.wallet.getTransaction(storeId, txid)
        return outcome.kind === 'ok' ? outcome.value : undefined
      })
      expect(sent).toMatchObject({ status: 'Unconfirmed', confirmations: 0 })
      expect([sent.blockHash ?? null, sent.blockHeight ?? null]).toEqual([null, null])
      expect(btcToSats(sent.amount)).toBeLessThan(-PAID_SATS)
      expect(await admin.wallet.broadcast(storeId, hex)).toMatchObject({ kind: 'ok' })
      await target.chain.mine(1)
      await eventually('it is confirmed', async () => {
        const { status } = unwrap(await admin.wallet.getTransaction(storeId, txid))
        return status === 'Confirmed' ? true : undefined
      })
      expect(await admin.wallet.broadcast(storeId, hex)).toMatchObject({
        kind: 'refused',
        status: 400,
        code: 'broadcast-error',
      })
    })

    it('reserves no coin: of two transactions that spend it, the first wins', async () => {
      const { admin } = world()
      const { storeId, coins, payment } = await fundedStore()
      const selectedInputs = coins.slice(0, 1)
      const sign = async (amountSats: bigint) =>
        unwrap(
          await admin.wallet.signTransaction(storeId, {
            destinations: [{ ...payment, amount: satsToBtc(amountSats) }],
            selectedInputs,
            feeRate: 5,
          }),
        )
      const first = await sign(PAID_SATS)
      const second = await sign(PAID_SATS + 1n)
      expect(readTransaction(second).inputs).toEqual(readTransaction(first).inputs)
      unwrap(await admin.wallet.broadcast(storeId, first))
      expect(await admin.wallet.broadcast(storeId, second)).toMatchObject({
        kind: 'refused',
        status: 400,
        code: 'broadcast-error',
      })
    })

    it('refuses anything but a final transaction (33)', async () => {
      const { admin } = world()
      const { storeId, payment } = await fundedStore()
      expect(namesPath(await admin.wallet.broadcast(storeId, 'nonsense'), 'Transaction')).toBe(true)
      const path = `/api/v1/stores/${storeId}/payment-methods/BTC-CHAIN/wallet/transactions`
      const body = { destinations: [payment], signWithSeed: false, proceedWithBroadcast: false }
      const { psbt } = unwrap(await admin.send({ method: 'POST', path, body, answer: z.object({ psbt: z.string() }) }))
      expect(namesPath(await admin.wallet.broadcast(storeId, psbt), 'Transaction')).toBe(true)
    })
  })
}
