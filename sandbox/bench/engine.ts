/**
 * Measures the sandbox through the client: creating invoices, delivering a webhook, and wallet pages at two history
 * sizes in one run.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBtcpayClient, unwrap } from '@bitquay/btcpay'
import { openEngine } from '../src/engine/engine.ts'
import { startSandbox } from '../src/index.ts'
import { makeBulkHistory } from '../src/proof/bulk-history.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
const part = Number(process.env.BENCH_PART ?? 1)
const largeHistory = Math.max(1_000, 100_000 * part)

const dir = await mkdtemp(join(tmpdir(), 'bitquay-bench-'))
await measureInvoices(join(dir, 'invoices'))
await measurePages(join(dir, 'pages'))
await rm(dir, { recursive: true, force: true })

async function measureInvoices(folder: string) {
  const sandbox = await startSandbox({ dir: folder, seed: 'bench' })
  const client = clientOf(sandbox)
  const storeId = await createStore(client, 'Bench')

  const received = new Map<string, (at: number) => void>()
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const event = JSON.parse(body) as { type: string; invoiceId?: string }
      if (event.type === 'InvoiceReceivedPayment') received.get(event.invoiceId ?? '')?.(performance.now())
      response.end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as { port: number }
  unwrap(await client.webhooks.create(storeId, { url: `http://127.0.0.1:${port}/`, secret: 'bench' }))

  const create = () => client.invoices.create(storeId, { amount: '10', currency: 'USD' })
  const started = performance.now()
  const count = Math.max(8, 300 * part)
  for (let done = 0; done < count; done += 8) await Promise.all(Array.from({ length: 8 }, create))
  say(
    `invoices created through the client, 8 at a time: ${(count / ((performance.now() - started) / 1000)).toFixed(0)} a second`,
  )

  const delays: number[] = []
  for (let i = 0; i < 20; i++) {
    const invoice = unwrap(await create())
    const arrived = new Promise<number>((resolve) => received.set(invoice.id, resolve))
    const paid = performance.now()
    await sandbox.control.pay({ invoiceId: invoice.id, method: 'onchain' })
    delays.push((await arrived) - paid)
  }
  say(`from a payment to its webhook: ${median(delays).toFixed(0)} ms (median of ${delays.length})`)
  await client.close()
  receiver.close()
  receiver.closeAllConnections()
  await sandbox.close()
}

/** Runs the same client call alternately on a store with a short history and on one with a long history. */
async function measurePages(folder: string) {
  const first = await startSandbox({ dir: folder, seed: 'bench' })
  const stores = await Promise.all(['small', 'large'].map((name) => createStore(clientOf(first), name)))
  const [small = '', large = ''] = stores
  await first.close()
  const engine = await openEngine({ dir: folder })
  await makeBulkHistory(engine, small, 100)
  await makeBulkHistory(engine, large, largeHistory)
  await engine.close()

  const sandbox = await startSandbox({ dir: folder })
  const client = clientOf(sandbox)
  const time = async (storeId: string, skip: number) => {
    const started = performance.now()
    const page = unwrap(await client.wallet.listTransactions(storeId, { skip, limit: 25 }))
    if (page.length !== 25) throw new Error('not a whole page')
    return performance.now() - started
  }
  const times = { first: [] as number[], deep: [] as number[], short: [] as number[] }
  for (let i = 0; i < 200; i++) {
    times.short.push(await time(small, 0))
    times.first.push(await time(large, 0))
    times.deep.push(await time(large, largeHistory - 100))
  }
  const ratio = (values: number[]) => (median(values) / median(times.short)).toFixed(2)
  say(
    `a wallet's list at ${largeHistory} transactions / at 100: first page ${ratio(times.first)}, deep page ${ratio(times.deep)} (≤ 1.5)`,
  )
  await client.close()
  await sandbox.close()
}

const clientOf = ({ url, adminKey }: { url: string; adminKey: string }) =>
  createBtcpayClient({ url, auth: { apiKey: adminKey }, transport: { policy: { allowPrivate: true } } })

const createStore = async (client: ReturnType<typeof clientOf>, name: string) => {
  const store = unwrap(await client.stores.create({ name }))
  unwrap(await client.wallet.generate(store.id, { savePrivateKeys: true }))
  return store.id
}
