import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getSigningRequest, type SigningRequest, submitSignature } from '@bitquay/contract/signing'
import { type Withdrawal, withdraw } from '@bitquay/contract/withdrawals'
import { HDKey } from '@scure/bip32'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bitcoind, findBitcoind, startBitcoind } from '../../../sandbox/src/proof/start-bitcoind.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { type OwnShop, openShopWith } from '../../test/own-shops.ts'
import { ask } from '../../test/people.ts'
import { addChecksum } from '../platform/bitcoin/descriptor-checksum.ts'
import { versionsOf } from '../platform/bitcoin/own-wallet.ts'

const dir = await mkdtemp(join(tmpdir(), 'wallets-'))
afterAll(() => rm(dir, { recursive: true, force: true }))
const found = await findBitcoind(join(dir, 'bitcoind'))
if ('reason' in found) process.stderr.write(`Wallets of a real bitcoind are skipped: ${found.reason}.\n`)

describe.skipIf('reason' in found)('a wallet of a real bitcoind, which we never held', () => {
  let bitcoind: Bitcoind
  let money: Money
  beforeAll(async () => {
    bitcoind = await startBitcoind('path' in found ? found.path : '', ['-regtest'], { hasWallets: true })
    money = await startMoney()
  }, 300_000)
  afterAll(async () => {
    await money?.close()
    await bitcoind?.stop()
  })

  type Listed = { descriptors: { desc: string; internal: boolean }[] }
  const list = async (wallet: string, withKeys = false) =>
    (await bitcoind.call<Listed>('listdescriptors', [withKeys], wallet)).descriptors
  const isMine = async (wallet: string, address: string) =>
    (await bitcoind.call<{ ismine: boolean }>('getaddressinfo', [address], wallet)).ismine
  const sign = async (wallet: string, psbt: string) =>
    (await bitcoind.call<{ psbt: string }>('walletprocesspsbt', [psbt], wallet)).psbt
  const read = async ({ token }: OwnShop, id: number): Promise<SigningRequest> =>
    (await ask(money.server, getSigningRequest, { token, params: { id } })).body as unknown as SigningRequest

  /** Receives by an invoice, withdraws, and spends the change again. Returns what the wallet was asked to sign. */
  const trade = async (shop: OwnShop, wallets: readonly string[]) => {
    const [first = ''] = wallets
    const invoice = await makeInvoice(money.deps, shop.id, '300.00')
    expect(await isMine(first, invoice.bitcoinAddress ?? '')).toBe(true)
    await money.engine.control.faucet({ address: invoice.bitcoinAddress ?? '', amountBtc: '0.00300000' })
    await money.mine(1, shop.store)
    for (const customerAmount of ['100.00', '50.00']) {
      const address = await money.strangersAddress()
      const answer = await ask(money.server, withdraw, {
        token: shop.token,
        body: { address, customerAmount, ...(await shop.code()) },
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(202)
      const { id } = (answer.body as unknown as { withdrawal: Withdrawal }).withdrawal
      const { change } = await read(shop, id)
      expect(await isMine(first, change?.address ?? '')).toBe(true)
      for (const wallet of wallets) {
        const signed = await sign(wallet, (await read(shop, id)).psbt ?? '')
        const submitted = await ask(money.server, submitSignature, {
          token: shop.token,
          params: { id },
          body: { psbt: signed },
        })
        expect(submitted, JSON.stringify(submitted.body)).toMatchObject({ status: 200 })
      }
      await money.mine(1, shop.store)
      expect(await read(shop, id)).toMatchObject({ state: 'confirmed' })
      expect(await money.countPaid(address)).toBe(1)
    }
    await money.expectCleanAudit()
  }

  test.each(['pkh', 'sh(wpkh', 'wpkh', 'tr'])('receives, signs and spends with %s', async (script) => {
    const wallet = script.replace('(', '-')
    await bitcoind.call('createwallet', [wallet])
    const lines = (await list(wallet)).filter(({ desc }) => desc.startsWith(`${script}(`)).map(({ desc }) => desc)
    expect(lines).toHaveLength(2)
    await trade(await openShopWith(money, wallet, lines.join('\n')), [wallet])
    await expectNoSecrets(wallet)
  })

  test('receives, signs and spends with two of three wallets', async () => {
    const names = ['cosigner-1', 'cosigner-2', 'cosigner-3']
    const path = "48'/1'/0'/2'"
    const keys: { public: string; private: string }[] = []
    for (const name of names) {
      await bitcoind.call('createwallet', [`${name}-seed`])
      const [, master = ''] = /\((tprv[^/)]+)/.exec((await list(`${name}-seed`, true))[0]?.desc ?? '') ?? []
      const key = HDKey.fromExtendedKey(master, versionsOf('regtest'))
      const origin = `[${key.fingerprint.toString(16).padStart(8, '0')}/${path.replaceAll("'", 'h')}]`
      const account = key.derive(`m/${path}`)
      keys.push({
        public: `${origin}${account.publicExtendedKey}`,
        private: `${origin}${account.privateExtendedKey}`,
      })
    }
    const describeBranch = (branch: string, own?: number) =>
      addChecksum(
        `wsh(sortedmulti(2,${keys.map((key, at) => `${at === own ? key.private : key.public}/${branch}/*`).join(',')}))`,
      )
    for (const [own, name] of names.entries()) {
      await bitcoind.call('createwallet', [name, false, true])
      const descriptors = [0, 1].map((branch) => ({
        desc: describeBranch(String(branch), own),
        timestamp: 'now',
        range: [0, 100],
      }))
      const imported = await bitcoind.call<{ success: boolean }[]>('importdescriptors', [descriptors], name)
      expect(imported).toMatchObject([{ success: true }, { success: true }])
    }
    const shop = await openShopWith(money, 'two-of-three', describeBranch('<0;1>'))
    await trade(shop, ['cosigner-3', 'cosigner-1'])
    for (const name of names) await expectNoSecrets(`${name}-seed`)
  })

  /** Nothing of what the wallet keeps for itself is anywhere in the database. */
  const expectNoSecrets = async (wallet: string) => {
    const secrets = (await list(wallet, true)).flatMap(({ desc }) => desc.match(/tprv\w+/g) ?? [])
    expect(secrets.length).toBeGreaterThan(0)
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(money.deps.db)
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string }>`select row(t.*)::text as text from ${sql.table(name)} t`.execute(
        money.deps.db,
      )
      for (const secret of secrets)
        expect(
          rows.some(({ text }) => text.includes(secret)),
          name,
        ).toBe(false)
    }
  }
})
