import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type SandboxProcess, startSandboxProcess } from './sandbox-process.ts'

/** Changes that were acknowledged with a success response, and must therefore never be lost. */
type Acknowledged = {
  stores: string[]
  invoices: Map<string, { storeId: string; isPaid: boolean }>
  txids: Map<string, string>
  blocks: Map<number, string>
  /** How many requests got a response. */
  count: number
}

/** Kills a busy sandbox repeatedly at random times, and checks after each start that nothing is missing. */
export const runKillLoop = async (rounds: number): Promise<{ invoices: number; payments: number; blocks: number }> => {
  const dir = await mkdtemp(join(tmpdir(), 'sandbox-kill-'))
  const known: Acknowledged = { stores: [], invoices: new Map(), txids: new Map(), blocks: new Map(), count: 0 }
  let running: SandboxProcess | undefined
  try {
    for (let round = 0; round < rounds; round++) {
      running = await startSandboxProcess(dir)
      await checkNothingIsLost(running, known)
      const current = running
      const workers = [0, 1, 2, 3].map(() => workUntilDead(current, known))
      const enough = known.count + 10 + Math.floor(Math.random() * 50)
      await waitForCalls(known, enough)
      // This test varies the random time of the kill.
      await pause(Math.random() * 30)
      await running.kill()
      await Promise.all(workers)
    }
    running = await startSandboxProcess(dir)
    await checkNothingIsLost(running, known)
    return { invoices: known.invoices.size, payments: known.txids.size, blocks: known.blocks.size }
  } finally {
    await running?.kill()
    await rm(dir, { recursive: true, force: true })
  }
}

const waitLimitMs = 120_000

const waitForCalls = async (known: Acknowledged, enough: number): Promise<void> => {
  for (const started = Date.now(); known.count < enough; await pause(5)) {
    if (Date.now() - started > waitLimitMs) throw new Error(`only ${known.count} of ${enough} calls were answered`)
  }
}

const workUntilDead = async (sandbox: SandboxProcess, known: Acknowledged): Promise<void> => {
  try {
    for (;;) {
      const chance = Math.random()
      if (known.stores.length < 2 || chance < 0.05) await createStore(sandbox, known)
      else if (chance < 0.6) await createInvoice(sandbox, known)
      else if (chance < 0.85) await payInvoice(sandbox, known)
      else await mine(sandbox, known)
      known.count++
    }
  } catch (error) {
    // The killed request got no response, so its result is unknown. A refusal would be a bug.
    if (error instanceof Refusal) throw error
  }
}

const createStore = async (sandbox: SandboxProcess, known: Acknowledged): Promise<void> => {
  const { id } = await call<{ id: string }>(sandbox, 'POST', '/api/v1/stores', { name: 'Busy' })
  const wallet = `/api/v1/stores/${id}/payment-methods/BTC-CHAIN/wallet/generate`
  await call(sandbox, 'POST', wallet, { savePrivateKeys: true })
  known.stores.push(id)
}

const createInvoice = async (sandbox: SandboxProcess, known: Acknowledged): Promise<void> => {
  const storeId = pick(known.stores)
  const body = { amount: '10', currency: 'USD', metadata: { orderId: `order-${known.invoices.size}` } }
  const { id } = await call<{ id: string }>(sandbox, 'POST', `/api/v1/stores/${storeId}/invoices`, body)
  known.invoices.set(id, { storeId, isPaid: false })
}

const payInvoice = async (sandbox: SandboxProcess, known: Acknowledged): Promise<void> => {
  const unpaid = [...known.invoices].filter(([, invoice]) => !invoice.isPaid)
  const [id, invoice] = unpaid.length > 0 ? pick(unpaid) : []
  if (id === undefined || invoice === undefined) return
  invoice.isPaid = true
  const { txid } = await call<{ txid: string }>(sandbox, 'POST', '/sandbox/pay', { invoiceId: id, amountBtc: '0.001' })
  known.txids.set(txid, invoice.storeId)
}

const mine = async (sandbox: SandboxProcess, known: Acknowledged): Promise<void> => {
  const { blocks } = await call<{ blocks: { height: number; hash: string }[] }>(sandbox, 'POST', '/sandbox/mine', {})
  for (const { height, hash } of blocks) known.blocks.set(height, hash)
}

const checkNothingIsLost = async (sandbox: SandboxProcess, known: Acknowledged): Promise<void> => {
  const { chain } = await call<{ chain: { height: number } }>(sandbox, 'GET', '/sandbox/state')
  const blocks = await call<{ height: number; hash: string }[]>(sandbox, 'GET', '/sandbox/blocks?limit=500')
  const byHeight = new Map(blocks.map(({ height, hash }) => [height, hash]))
  for (const [height, hash] of known.blocks) {
    expect(chain.height).toBeGreaterThanOrEqual(height)
    expect(byHeight.get(height)).toBe(hash)
  }
  for (const storeId of known.stores) {
    const base = `/api/v1/stores/${storeId}`
    const invoices = await call<{ id: string; status: string }[]>(sandbox, 'GET', `${base}/invoices`)
    const found = new Map(invoices.map((invoice) => [invoice.id, invoice.status]))
    const history = await call<{ transactionHash: string }[]>(
      sandbox,
      'GET',
      `${base}/payment-methods/BTC-CHAIN/wallet/transactions`,
    )
    const txids = new Set(history.map(({ transactionHash }) => transactionHash))
    for (const [id, invoice] of known.invoices) {
      if (invoice.storeId === storeId) expect(found.has(id), `invoice ${id}`).toBe(true)
    }
    for (const [txid, owner] of known.txids) {
      if (owner === storeId) expect(txids.has(txid), `transaction ${txid}`).toBe(true)
    }
  }
}

class Refusal extends Error {}

const call = async <T>(sandbox: SandboxProcess, method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: { authorization: `token ${sandbox.key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Refusal(`${method} ${path} answered ${answer.status} ${text}`)
  return JSON.parse(text)
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T
