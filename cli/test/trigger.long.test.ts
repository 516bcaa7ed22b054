import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BitquayClient, createClient, type EventType } from '../../client/src/index.ts'
import { syncStore } from '../../server/src/payments/sync-store.ts'
import { addApiKey } from '../../server/test/api-keys.ts'
import { startMoney } from '../../server/test/money.ts'
import { type Running, startRunning } from '../../server/test/running.ts'
import { trigger } from '../src/commands/trigger.ts'
import { stories } from '../src/commands/trigger-stories.ts'

/** A server that runs by itself, as someone has it after `npm start`. */
let running: Running
let client: BitquayClient
beforeAll(async () => {
  running = await startRunning()
  client = createClient({ url: running.url, apiKey: await running.createKey(['read', 'invoices']) })
}, 240_000)
afterAll(() => running.close())

const quiet = { note: () => undefined, signal: new AbortController().signal }

/** On their own machine, people mine without a key. */
const mine = () =>
  fetch(`${running.url}/api/sandbox/mine`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ blocks: 1 }),
  })

/** What the command prints once the event has happened. */
const run = async (type: string) => {
  const lines: string[] = []
  const typed = { positionals: [type], options: {} }
  const note = (line: string) => void (line.includes('next block') && mine())
  await trigger.run(typed, { ...quiet, note, print: (line) => lines.push(line) }, async () => client)
  return lines
}

test('every event that the help lists happens', { timeout: 480_000 }, async () => {
  const types = Object.keys(stories).filter((type) => !/^(withdrawal|refund)\./.test(type))
  // A key can have ten streams, and these wait for a minute each.
  const isSlow = (type: string) => ['invoice.expired', 'invoice.paid_partial', 'invoice.paid_late'].includes(type)
  const slow = types.filter(isSlow).map(async (type) => expect(await run(type)).toHaveLength(1))
  for (const type of types.filter((one) => !isSlow(one))) {
    expect(await run(type), type).toEqual([expect.stringMatching(new RegExp(`^Triggered ${type} with .+\\.$`))])
  }
  await Promise.all(slow)
})

test('a key without the scope gets the reason of the server, and an event that can’t be triggered its own', async () => {
  await expect(run('withdrawal.created')).rejects.toThrow('This key can’t withdraw.')
  await expect(run('refund.claimed')).rejects.toThrow('only the customer has the link')
  await expect(run('nothing')).rejects.toThrow('Choose one of invoice.created')
})

/** Only a key that someone with 2FA created may refund and withdraw. */
test('a key that may refund and withdraw triggers these events too', { timeout: 240_000 }, async () => {
  const money = await startMoney()
  const store = await money.newStore('trigger', 2_000_000n)
  const url = await money.server.app.listen({ port: 0, host: '127.0.0.1' })
  const apiKey = await addApiKey(money.server, store.merchantId, ['read', 'invoices', 'refunds', 'withdrawals'], {
    withdrawalAddresses: [await money.strangersAddress()],
    dailyRefundLimitUsd: '1000.00',
  })
  const own = createClient({ url, apiKey })
  const types = Object.keys(stories).filter((type) => /^(withdrawal|refund)\./.test(type)) as EventType[]
  for (const type of types) {
    let isOver = false
    const telling = stories[type]?.(own, quiet).finally(() => (isOver = true))
    while (!isOver) {
      await money.pass(31)
      await syncStore(money.deps, store.id)
    }
    const reached = await telling
    await money.mine(1, store)
    const events = await own.events.list({ type, limit: 100 })
    expect(
      events.map(({ data }) => ('id' in data ? data.id : undefined)),
      type,
    ).toContain(reached?.id)
  }
  await money.close()
})
