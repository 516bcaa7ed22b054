import { describe, expect, it } from 'vitest'
import { btcToSats } from '../amounts.ts'
import { namesPath, unwrap } from '../outcome.ts'
import { ON_CHAIN, type WatchOnlyConfig } from '../wire/payment-methods.ts'
import { eventually } from './eventually.ts'
import type { World } from './world.ts'

/** Behaviors 29, 30 and 34, and what we rely on when we read a wallet. */
export const walletConformance = (world: () => World): void => {
  describe('creating a wallet', () => {
    it('returns the given recovery phrase and works once (34)', async () => {
      const { admin, createStore } = world()
      // A recovery phrase that no earlier run on this server has used.
      const { mnemonic: existingMnemonic } = await createStore()
      const store = await createStore({ wallet: 'none' })
      const generated = unwrap(await admin.wallet.generate(store.id, { existingMnemonic, savePrivateKeys: true }))
      expect(generated.mnemonic).toBe(existingMnemonic)
      // BIP84 on a test network: the first address follows from the phrase.
      const { address, keyPath } = unwrap(await admin.wallet.address(store.id))
      expect(keyPath).toBe('0/0')
      expect(address).toMatch(/^bcrt1q/)
      expect(await admin.wallet.generate(store.id, { existingMnemonic })).toMatchObject({
        kind: 'refused',
        status: 400,
        code: 'already-configured',
      })
    })

    it('generates a phrase of the requested length and language (34)', async () => {
      const { admin, createStore } = world()
      const plain = await createStore()
      expect(plain.mnemonic.split(/\s+/)).toHaveLength(12)
      const store = await createStore({ wallet: 'none' })
      const body = { wordCount: 24, wordList: 'Japanese', savePrivateKeys: true } as const
      const { mnemonic } = unwrap(await admin.wallet.generate(store.id, body))
      expect(mnemonic.split(/\s+/)).toHaveLength(24)
      expect(mnemonic).toMatch(/[\u3040-\u30ff]/)
    })

    it('with keys on the server is allowed to others by policy only (34)', async () => {
      const { admin, createStore, createUser, target, withPermissions } = world()
      const store = await createStore({ wallet: 'none' })
      const user = await createUser()
      unwrap(await admin.users.addToStore(store.id, { id: user.id, storeRole: 'Owner' }))
      const owner = await withPermissions([`btcpay.store.canmodifystoresettings:${store.id}`], user.id)
      const outcome = await owner.wallet.generate(store.id, { savePrivateKeys: true })
      if (target.policies.hotWalletsForAll) expect(outcome).toMatchObject({ kind: 'ok' })
      else expect(namesPath(outcome, 'SavePrivateKeys')).toBe(true)
    })
  })

  describe('a watch-only wallet', () => {
    /** The config of a wallet whose phrase nobody kept. */
    const accountOf = async (wallet: 'cold' | 'hot' = 'cold') => {
      const { admin, createStore } = world()
      const store = await createStore(wallet === 'cold' ? { wallet } : {})
      const { config } = unwrap(await admin.paymentMethods.getOnChain(store.id))
      const [{ rootFingerprint, accountKeyPath, accountKey } = {}] = config.accountKeySettings ?? []
      const settings = {
        rootFingerprint: rootFingerprint ?? '',
        accountKeyPath: accountKeyPath ?? '',
        accountKey: accountKey ?? '',
      }
      return { store, settings }
    }
    const configOf = (scheme: string, ...accountKeySettings: WatchOnlyConfig['accountKeySettings']) => ({
      accountDerivation: scheme,
      accountKeySettings,
      isHotWallet: false as const,
      label: 'Keys elsewhere',
    })

    it.each([
      ['', /^bcrt1q.{38}$/],
      ['-[legacy]', /^[mn]/],
      ['-[p2sh]', /^2/],
      ['-[taproot]', /^bcrt1p/],
    ])('has one key and addresses of the type that its scheme names: xpub%s', async (label, address) => {
      const { admin, createStore } = world()
      const { settings } = await accountOf()
      const config = configOf(`${settings.accountKey}${label}`, settings)
      const store = await createStore({ wallet: 'none' })
      const page = { offset: 0, count: 3 }
      const { addresses } = unwrap(await admin.wallet.previewConfig(store.id, config, page))
      expect(addresses.map(({ keyPath }) => keyPath)).toEqual(['0/0', '0/1', '0/2'])
      for (const one of addresses) expect(one.address).toMatch(address)
      const saved = unwrap(await admin.paymentMethods.putWatchOnly(store.id, config))
      expect(saved.config).toMatchObject(config)
      expect(unwrap(await admin.paymentMethods.getOnChain(store.id)).config).toMatchObject(config)
      expect(unwrap(await admin.wallet.preview(store.id, page)).addresses).toEqual(addresses)
      expect(unwrap(await admin.wallet.address(store.id)).address).toBe(addresses[0]?.address)
    })

    it('has several keys in the order of its scheme, and addresses that don’t depend on it', async () => {
      const { admin, createStore } = world()
      const keys = [await accountOf(), await accountOf(), await accountOf()].map(({ settings }) => settings)
      const configs = [keys, [...keys].reverse()].map((list) =>
        configOf(`2-of-${list.map(({ accountKey }) => accountKey).join('-')}`, ...list),
      )
      const firstAddresses: string[] = []
      for (const config of configs) {
        const store = await createStore({ wallet: 'none' })
        expect(unwrap(await admin.paymentMethods.putWatchOnly(store.id, config)).config).toMatchObject(config)
        firstAddresses.push(unwrap(await admin.wallet.address(store.id, { forceGenerate: true })).address)
        const { addresses } = unwrap(await admin.wallet.preview(store.id, { offset: 0, count: 1 }))
        expect(addresses[0]?.address).toMatch(/^bcrt1q.{58}$/)
        firstAddresses.push(addresses[0]?.address ?? '')
      }
      expect(firstAddresses[1]).toBe(firstAddresses[3])
    })

    it('receives and never signs', async () => {
      const { admin, createStore, target } = world()
      const { settings } = await accountOf('hot')
      const store = await createStore({ wallet: 'none' })
      unwrap(await admin.paymentMethods.putWatchOnly(store.id, configOf(settings.accountKey, settings)))
      await store.fund(400_000n)
      expect(btcToSats(unwrap(await admin.wallet.overview(store.id)).balance)).toBe(400_000n)
      const destinations = [{ destination: await target.chain.foreignAddress(), amount: '0.001' }]
      expect(await admin.wallet.signTransaction(store.id, { destinations })).toMatchObject({
        kind: 'refused',
        status: 503,
        code: 'not-available',
      })
      expect(unwrap(await admin.wallet.createPsbt(store.id, { destinations })).psbt).toMatch(/^cHNidP/)
    })

    it('whose config claims to be hot signs with the seed of another store', async () => {
      const { admin, createStore, target } = world()
      const { store: victim, settings } = await accountOf('hot')
      await victim.fund(300_000n)
      const thief = await createStore({ wallet: 'none' })
      const config = { ...configOf(settings.accountKey, settings), isHotWallet: true } as unknown as WatchOnlyConfig
      unwrap(await admin.paymentMethods.put(thief.id, ON_CHAIN, { enabled: true, config }))
      const destinations = [{ destination: await target.chain.foreignAddress(), amount: '0.001' }]
      expect(unwrap(await admin.wallet.signTransaction(thief.id, { destinations }))).toMatch(/^02|^01/)
    })

    it('is refused without a scheme that BTCPay can read', async () => {
      const { admin, createStore } = world()
      const store = await createStore({ wallet: 'none' })
      for (const scheme of ['', 'nonsense', '2-of-nonsense']) {
        expect(await admin.paymentMethods.putWatchOnly(store.id, configOf(scheme)), scheme).toMatchObject({
          status: 422,
        })
      }
    })
  })

  describe('a wallet', () => {
    it('previews its next receiving addresses without reserving them', async () => {
      const { admin, createStore } = world()
      const store = await createStore()
      const { addresses } = unwrap(await admin.wallet.preview(store.id, { offset: 0, count: 3 }))
      expect(addresses.map(({ keyPath }) => keyPath)).toEqual(['0/0', '0/1', '0/2'])
      const { address } = unwrap(await admin.wallet.address(store.id))
      expect(addresses.map((previewed) => previewed.address)).toContain(address)
    })

    it('is not readable with the right to view the store’s settings (29)', async () => {
      const { createStore, withPermissions } = world()
      const store = await createStore()
      const settings = await withPermissions([`btcpay.store.canviewstoresettings:${store.id}`])
      expect(await settings.wallet.overview(store.id)).toMatchObject({ kind: 'refused', status: 403 })
      const wallet = await withPermissions([`btcpay.store.canviewwallet:${store.id}`])
      expect(await wallet.wallet.overview(store.id)).toMatchObject({ kind: 'ok' })
    })

    it('that does not exist is not available', async () => {
      const { admin, createStore } = world()
      const store = await createStore({ wallet: 'none' })
      expect(await admin.wallet.overview(store.id)).toMatchObject({
        kind: 'refused',
        status: 503,
        code: 'not-available',
      })
    })

    it('returns the same address until it is used or another is forced (30)', async () => {
      const { admin, createStore, target } = world()
      const store = await createStore()
      const read = async (forceGenerate?: boolean) =>
        unwrap(await admin.wallet.address(store.id, forceGenerate === undefined ? {} : { forceGenerate })).address
      const first = await read()
      expect(await read()).toBe(first)
      expect(await read(false)).toBe(first)
      const second = await read(true)
      expect(second).not.toBe(first)
      expect(await read()).toBe(second)
      unwrap(await admin.wallet.releaseAddress(store.id))
      expect(await read(true)).toBe(second)
      await target.chain.pay(second, 10_000n)
      await eventually('the used address is left behind', async () => ((await read()) === second ? undefined : true))
    })

    it('reports its confirmed and unconfirmed balance', async () => {
      const { admin, createStore, target } = world()
      const store = await createStore()
      await store.fund(3_000_000n)
      const { address } = unwrap(await admin.wallet.address(store.id))
      await target.chain.pay(address, 500_000n)
      const overview = await eventually('both payments are seen', async () => {
        const read = unwrap(await admin.wallet.overview(store.id))
        return btcToSats(read.balance) === 3_500_000n ? read : undefined
      })
      expect(btcToSats(overview.confirmedBalance)).toBe(3_000_000n)
      expect(btcToSats(overview.unconfirmedBalance)).toBe(500_000n)
      const coins = unwrap(await admin.wallet.listUtxos(store.id))
      expect(coins).toHaveLength(2)
      const [seen, confirmed] = [
        coins.find((one) => one.confirmations === 0),
        coins.find((one) => one.confirmations > 0),
      ]
      expect(btcToSats(confirmed?.amount ?? '')).toBe(3_000_000n)
      expect(btcToSats(seen?.amount ?? '')).toBe(500_000n)
      expect(seen?.address).toBe(address)
      expect(unwrap(await admin.wallet.feeRate(store.id)).feeRate).toBeGreaterThan(0)
    })

    it('lists its transactions page by page, each once, newest first', async () => {
      const { admin, createStore, target } = world()
      const store = await createStore()
      for (let i = 0; i < 3; i++) await store.fund(100_000n)
      const { address } = unwrap(await admin.wallet.address(store.id))
      const fresh = await target.chain.pay(address, 50_000n)
      const list = async (skip: number, limit: number) =>
        unwrap(await admin.wallet.listTransactions(store.id, { skip, limit }))
      const all = await eventually('all four are listed', async () => {
        const read = await list(0, 10)
        return read.length === 4 ? read : undefined
      })
      expect(all[0]).toMatchObject({
        transactionHash: fresh,
        status: 'Unconfirmed',
        confirmations: 0,
        amount: expect.stringMatching(/^0\.0005/),
      })
      expect(all[0]?.blockHash ?? null).toBeNull()
      expect(all[0]?.blockHeight ?? null).toBeNull()
      const heights = all.slice(1).map((one) => one.blockHeight ?? 0)
      expect(heights).toEqual([...heights].sort((a, b) => b - a))
      const paged = [...(await list(0, 2)), ...(await list(2, 2)), ...(await list(4, 2))]
      expect(paged.map((one) => one.transactionHash)).toEqual(all.map((one) => one.transactionHash))
      const unconfirmed = { skip: 0, limit: 10, statuses: ['Unconfirmed'] as const }
      expect(unwrap(await admin.wallet.listTransactions(store.id, unconfirmed))).toHaveLength(1)
      expect(await admin.wallet.getTransaction(store.id, 'a'.repeat(64))).toMatchObject({
        kind: 'refused',
        status: 404,
        code: 'transaction-not-found',
      })
    })

    it('labels the transactions that paid an invoice with the invoice’s id', async () => {
      const { admin, createStore, target } = world()
      const store = await createStore()
      const { id } = unwrap(await admin.invoices.create(store.id, { amount: '0.01', currency: 'BTC' }))
      const [method] = unwrap(await admin.invoices.paymentMethods(store.id, id))
      const txid = await target.chain.pay(method?.destination ?? '', 1_000_000n)
      const labels = await eventually('the transaction is labelled', async () => {
        const outcome = await admin.wallet.getTransaction(store.id, txid)
        const read = outcome.kind === 'ok' ? Object.values(outcome.value.labels ?? {}) : []
        return read.length > 0 ? read : undefined
      })
      expect(labels.find((label) => label.type === 'invoice')).toMatchObject({ ref: id })
    })
  })
}
