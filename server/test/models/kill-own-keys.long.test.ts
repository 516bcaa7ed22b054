import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { unwrap } from '@bitquay/btcpay'
import { connectOwnWallet } from '@bitquay/contract/own-keys'
import { HDKey } from '@scure/bip32'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { descriptorOf, firstAddresses, type OwnWallet, versionsOf } from '../../src/platform/bitcoin/own-wallet.ts'
import { projectRoot } from '../../src/platform/root.ts'
import { findStore, openStore } from '../../src/stores/table.ts'
import { type Money, startMoney } from '../money.ts'
import { ask, codeOf, forgetCodes } from '../people.ts'
import { freePort, type ServerProcess, spawnServer, startProcess } from '../process.ts'
import { openShop } from '../shops.ts'
import { until } from '../webhook-receiver.ts'

const secret = 'the same thirty-two characters of all'
const program = ['--import', 'tsx', join(projectRoot, 'server/test/models/stopping-server.ts')]
const limitMs = 180_000
const steps = ['change-due', 'change-begun', 'wallet-watched', 'key-created', 'move-ready']

let money: Money
let folder: string
let port: string
let server: ServerProcess | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bitquay-kill-own-keys-'))
  port = String(await freePort())
  money = await startMoney({ APP_SECRET: secret })
  // This process only requests things. The servers that start and die do the rest.
  money.deps.wake = () => undefined
})
afterAll(async () => {
  server?.child.kill('SIGKILL')
  await server?.ended
  await money.close()
  await rm(folder, { recursive: true, force: true })
})

const environment = (killAt: string) => ({
  PORT: port,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  DATA_DIR: join(folder, 'server'),
  DATABASE_URL: money.server.databaseUrl,
  SANDBOX: 'true',
  SANDBOX_URL: String(money.engine.engine.sandboxUrl),
  APP_SECRET: secret,
  RATE_LIMITS: 'off',
  DEMO_DATA: 'false',
  KILL_AT: killAt,
})

const newWallet = (seed: number): OwnWallet => {
  const master = HDKey.fromMasterSeed(Buffer.alloc(32, seed), versionsOf('regtest'))
  const path = "7'/1'/0'"
  const fingerprint = master.fingerprint.toString(16).padStart(8, '0')
  const xpub = master.derive(`m/${path}`).publicExtendedKey
  return { script: 'wpkh', required: 1, keys: [{ xpub, fingerprint, path }] }
}

test.each(steps)(
  'a server killed at %s: the next one finishes the change, with one store',
  async (step) => {
    const { deps } = money
    const shop = await openShop(money, `kill-${step}`)
    const wallet = newWallet(100 + steps.indexOf(step))
    await forgetCodes(money.server, shop.owner)
    const requested = await ask(money.server, connectOwnWallet, {
      token: shop.token,
      body: {
        text: descriptorOf(wallet),
        addresses: firstAddresses(wallet, 'regtest'),
        twoFactorToken: codeOf(shop.secret),
      },
    })
    expect(requested).toMatchObject({ status: 200 })
    await sql`update own_keys_changes set due_at = app_now() where merchant_id = ${shop.id}`.execute(deps.db)
    const victim = spawnServer(environment(step), program)
    server = victim
    expect(await Promise.race([victim.ended, sleep(limitMs, 'still alive')]), victim.output()).toBe(null)
    expect((await findStore(deps.db, shop.id))?.id).toBe(shop.store.id)

    server = await startProcess(environment('nowhere'), program)
    const isDone = async () => {
      const { rows } = await sql<{
        status: string
      }>`select status from own_keys_changes where merchant_id = ${shop.id}`.execute(deps.db)
      return rows[0]?.status === 'done'
    }
    await until('the change is made', isDone, limitMs)
    const store = openStore(await findStore(deps.db, shop.id), deps.sealer)
    expect(store).toMatchObject({ ownWallet: wallet, status: 'ready' })
    const listed = unwrap(await deps.engines.of(1).stores.list())
    expect(listed.filter(({ name }) => name.includes(store?.tag ?? '-')).map(({ id }) => id)).toEqual([store?.storeId])
    const { config } = unwrap(await deps.engines.of(1).paymentMethods.getOnChain(store?.storeId ?? ''))
    expect(config.isHotWallet).toBe(false)
    const { rows } = await sql`
      select from mail_outbox where recipient = ${shop.owner.email} and subject = 'Your wallet has changed'`.execute(
      deps.db,
    )
    expect(rows).toHaveLength(1)
    server.child.kill('SIGKILL')
    await server.ended
  },
  600_000,
)
