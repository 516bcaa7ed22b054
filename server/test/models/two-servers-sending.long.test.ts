import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { syncStore } from '../../src/payments/sync-store.ts'
import { projectRoot } from '../../src/platform/root.ts'
import { readAvailable } from '../../src/sends/queries.available.ts'
import { addApiKey } from '../api-keys.ts'
import { type Money, startMoney } from '../money.ts'
import { freePort, type ServerProcess, startProcess } from '../process.ts'

const secret = 'the same thirty-two characters of all'
const program = ['--import', 'tsx', join(projectRoot, 'server/test/models/stopping-server.ts')]

let money: Money
let folder: string
let servers: ServerProcess[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bitquay-two-'))
  money = await startMoney({ APP_SECRET: secret })
  money.deps.wake = () => undefined
  servers = await Promise.all(
    ['a', 'b'].map(async (name) =>
      startProcess(
        {
          PORT: String(await freePort()),
          DATA_DIR: join(folder, name),
          DATABASE_URL: money.server.databaseUrl,
          SANDBOX: 'true',
          SANDBOX_URL: String(money.engine.engine.sandboxUrl),
          APP_SECRET: secret,
          DEMO_DATA: 'false',
          RATE_LIMITS: 'off',
        },
        program,
      ),
    ),
  )
}, 180_000)
afterAll(async () => {
  for (const server of servers) server.child.kill('SIGKILL')
  await Promise.all(servers.map(({ ended }) => ended))
  await money.close()
  await rm(folder, { recursive: true, force: true })
})

type Answer = { status: number; body: { message?: string; id?: number; withdrawal?: { id: number } } }
const ask = async (
  server: ServerProcess | undefined,
  key: string,
  body: object,
  idempotencyKey?: string,
): Promise<Answer> => {
  const answer = await fetch(`${server?.origin}/api/v1/withdrawals`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}
const ofMerchant = (merchantId: number) =>
  money.deps.db
    .selectFrom('sends')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('kind', '=', 'withdrawal')
    .execute()

/** A slow server answers before it has broadcast. */
const paidOnce = (address: string, sats: bigint) =>
  expect.poll(() => money.countPaid(address, sats), { timeout: 90_000 }).toBe(1)

test('of 50 simultaneous withdrawals of 60 % over two servers one is accepted and one output is on chain', async () => {
  const store = await money.newStore('two-rush', 1_000_000n)
  const address = await money.strangersAddress()
  const key = await addApiKey(money.server, store.merchantId, ['withdrawals'], { withdrawalAddresses: [address] })
  await money.pass(1)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => ask(servers[n % 2], key, { address, amountUsd: '600.00' })),
  )
  const statuses = answers.map(({ status }) => status)
  expect(
    statuses.filter((status) => status === 200 || status === 202),
    JSON.stringify(answers[0]),
  ).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(49)
  for (const { body } of answers.filter(({ status }) => status === 409)) {
    expect(body.message).toMatch(/^Insufficient balance\. Need \$600\.00 but only \$\d+\.\d\d available\.$/)
  }
  expect(await ofMerchant(store.merchantId)).toHaveLength(1)
  await paidOnce(address, 600_000n)
  await money.mine(1, store)
  expect(await money.countPaid(address, 600_000n)).toBe(1)
  const [send] = await ofMerchant(store.merchantId)
  expect((await readAvailable(money.deps.db, store.id)).freeSats).toBe(400_000n - (send?.networkFeeSats ?? 0n))
  await syncStore(money.deps, money.platform.id)
  await money.expectCleanAudit()
})

test('the same key 50 times over two servers is one withdrawal', async () => {
  const store = await money.newStore('two-keys', 1_000_000n)
  const address = await money.strangersAddress()
  const key = await addApiKey(money.server, store.merchantId, ['withdrawals'], { withdrawalAddresses: [address] })
  await money.pass(1)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => ask(servers[n % 2], key, { address, amountUsd: '10.00' }, 'the-same')),
  )
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(await ofMerchant(store.merchantId)).toHaveLength(1)
  await paidOnce(address, 10_000n)
  await money.mine(1, store)
  expect(await money.countPaid(address, 10_000n)).toBe(1)
})
