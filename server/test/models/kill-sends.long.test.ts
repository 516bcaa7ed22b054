import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepFees } from '../../src/fee-collection/sweep-fees.ts'
import { executeLoopOut } from '../../src/loop-out/execute-loop-out.ts'
import { requestLoopOut } from '../../src/loop-out/request-loop-out.ts'
import { syncStore } from '../../src/payments/sync-store.ts'
import { projectRoot } from '../../src/platform/root.ts'
import type { Send } from '../../src/sends/table.ts'
import { freshPlatformAddress } from '../../src/stores/hand-out-address.ts'
import { makeInvoice } from '../make-invoice.ts'
import { type Money, startMoney } from '../money.ts'
import { addAdmin, addPartner, type Someone } from '../people.ts'
import { freePort, spawnServer, startProcess } from '../process.ts'
import { withdrawEarningsOf, withdrawFrom } from '../withdrawals.ts'

/** Every step at which something could be lost or done twice. */
const steps = ['coins-reserved', 'signed', 'saved', 'broadcasting', 'broadcast', 'marked'] as const
const secret = 'the same thirty-two characters of all'
const source = { address: '127.0.0.1', device: 'test' }
const program = ['--import', 'tsx', join(projectRoot, 'server/test/models/stopping-server.ts')]

let money: Money
let partner: Someone
let admin: Someone
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bitquay-kill-'))
  money = await startMoney({ APP_SECRET: secret })
  // This process only requests sends. The servers that start and stop do the rest.
  money.deps.wake = () => undefined
  money.deps.broadcastPatienceMs = 0
  partner = await addPartner(money.server, '100.00')
  admin = await addAdmin(money.server)
  await money.fund(money.platform, 100_000_000n)
})
afterAll(async () => {
  await money.close()
  await rm(folder, { recursive: true, force: true })
})

const environment = async (killAt: string) => ({
  PORT: String(await freePort()),
  DATA_DIR: join(folder, Math.random().toString(36).slice(2)),
  DATABASE_URL: money.server.databaseUrl,
  SANDBOX: 'true',
  SANDBOX_URL: String(money.engine.engine.sandboxUrl),
  APP_SECRET: secret,
  DEMO_DATA: 'false',
  KILL_AT: killAt,
})

/** Runs a server that dies at this step and then one that continues. Returns the send once its block was seen. */
const killAndContinue = async (id: number, step: string): Promise<Send> => {
  const victim = spawnServer(await environment(step), program)
  expect(await Promise.race([victim.ended, sleep(120_000, 'still alive')]), victim.output()).toBe(null)
  const server = await startProcess(await environment('nowhere'), program)
  try {
    await until(async () => (await money.sendOf(id)).status === 'broadcast')
    await money.engine.control.mine({ blocks: 1 })
    await until(async () => (await money.sendOf(id)).status === 'confirmed')
    return await money.sendOf(id)
  } finally {
    server.child.kill('SIGKILL')
    await server.ended
  }
}
const until = async (condition: () => Promise<boolean>) => {
  for (const started = Date.now(); Date.now() - started < 120_000; await sleep(200)) if (await condition()) return
  throw new Error('it did not happen')
}

/** A merchant that was paid, so that it has money, owes fees and earned the partner something. */
const paidMerchant = async (name: string, method: 'onchain' | 'lightning', usd: string) => {
  await money.pass(1)
  const store = await money.newStore(name)
  const invoice = await makeInvoice(money.deps, store.merchantId, usd)
  await money.engine.control.pay({ invoiceId: invoice.invoiceId ?? '', method })
  await money.engine.control.mine({ blocks: 1 })
  await money.pass(31)
  await syncStore(money.deps, store.id)
  return store
}

const kinds: Record<string, (step: string) => Promise<{ sendId: number; address: string | undefined }>> = {
  withdrawal: async (step) => {
    const store = await money.newStore(`withdrawal-${step}`, 400_000n, 300_000n)
    const address = await money.strangersAddress()
    await money.pass(1)
    const send = await withdrawFrom(money.deps, store, address, '350.00')
    return { sendId: send.id, address }
  },
  payout: async (step) => {
    const payer = await paidMerchant(`payer-${step}`, 'onchain', '10000.00')
    await sweepFees(money.deps, payer.merchantId, (await freshPlatformAddress(money.deps)) ?? '')
    await money.runSends()
    await money.mine(1, payer, money.platform)
    const address = await money.strangersAddress()
    await money.pass(1)
    const earner = { kind: 'partner' as const, id: partner.id, email: partner.email }
    const send = await withdrawEarningsOf(money.deps, earner, address, '50.00')
    return { sendId: send.id, address }
  },
  sweep: async (step) => {
    // Large enough that its fee is worth collecting at any fee rate of the sandbox.
    const store = await paidMerchant(`swept-${step}`, 'onchain', '5000.00')
    const send = await sweepFees(money.deps, store.merchantId, (await freshPlatformAddress(money.deps)) ?? '')
    return { sendId: send?.id ?? 0, address: undefined }
  },
  'loop-out': async (step) => {
    const store = await paidMerchant(`looped-${step}`, 'lightning', '500.00')
    const owner = { kind: 'merchant' as const, id: store.merchantId, merchantId: store.merchantId }
    const request = await requestLoopOut(
      money.deps,
      { ...owner, email: 'owner@example.test', role: 'owner' } as never,
      source,
    )
    await executeLoopOut(money.deps, admin as never, { requestId: request.id }, source)
    const send = await money.deps.db
      .selectFrom('sends')
      .select('id')
      .where('loopOutId', '=', request.id)
      .executeTakeFirstOrThrow()
    return { sendId: send.id, address: undefined }
  },
}

describe.each(Object.keys(kinds))('a server killed while it pays a %s', (kind) => {
  test.each(steps)(
    'at "%s": the next one pays exactly once',
    async (step) => {
      const { sendId, address } = (await kinds[kind]?.(step)) ?? { sendId: 0, address: undefined }
      const send = await killAndContinue(sendId, step)
      expect(send).toMatchObject({ status: 'confirmed', problem: null })
      const payeeSats =
        send.networkFeeFrom === 'amount' ? send.amountSats - (send.networkFeeSats ?? 0n) : send.amountSats
      if (address) expect(await money.countPaid(address, payeeSats)).toBe(1)
      // However many versions there are, one transaction is in the chain.
      const versions = await money.deps.db
        .selectFrom('sendVersions')
        .select('txid')
        .where('sendId', '=', sendId)
        .execute()
      expect(versions).toHaveLength(1)
      await syncStore(money.deps, money.platform.id)
      await money.expectCleanAudit()
    },
    480_000,
  )
})
