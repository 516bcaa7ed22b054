/** What the sandbox costs through the client: invoices, a webhook's way, and wallet pages at two sizes in one run. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBtcpayClient, unwrap } from '@bitquay/btcpay'
import { openEngine } from '../src/engine/engine.ts'
import { startSandbox } from '../src/index.ts'
import { makeBulkHistory, timePages } from '../src/proof/bulk-history.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
const largeHistory = 100_000

const dir = await mkdtemp(join(tmpdir(), 'bitquay-bench-'))
await measureInvoices(join(dir, 'invoices'))
await measurePages(join(dir, 'pages'))
await rm(dir, { recursive: true, force: true })

async function measureInvoices(folder: string) {
  const sandbox = await startSandbox({ dir: folder, seed: 'bench' })
  const client = createBtcpayClient({
    url: sandbox.url,
    auth: { apiKey: sandbox.adminKey },
    transport: { policy: { allowPrivate: true } },
  })
  const store = unwrap(await client.stores.create({ name: 'Bench' }))
  unwrap(await client.wallet.generate(store.id, { savePrivateKeys: true }))

  const heard = new Map<string, (at: number) => void>()
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const event = JSON.parse(body) as { type: string; invoiceId?: string }
      if (event.type === 'InvoiceReceivedPayment') heard.get(event.invoiceId ?? '')?.(performance.now())
      response.end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as { port: number }
  unwrap(await client.webhooks.create(store.id, { url: `http://127.0.0.1:${port}/`, secret: 'bench' }))

  const create = () => client.invoices.create(store.id, { amount: '10', currency: 'USD' })
  const started = performance.now()
  const count = 300
  for (let done = 0; done < count; done += 8) await Promise.all(Array.from({ length: 8 }, create))
  say(
    `invoices created through the client, 8 at a time: ${(count / ((performance.now() - started) / 1000)).toFixed(0)} a second`,
  )

  const delays: number[] = []
  for (let i = 0; i < 20; i++) {
    const invoice = unwrap(await create())
    const arrived = new Promise<number>((resolve) => heard.set(invoice.id, resolve))
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

async function measurePages(folder: string) {
  const engine = await openEngine({ dir: folder })
  for (const id of ['small', 'large']) engine.wallets.create({ id, keepKeys: true })
  await makeBulkHistory(engine, 'small', 100)
  await makeBulkHistory(engine, 'large', largeHistory)
  const pages = { small: [] as number[], large: [] as number[] }
  for (let i = 0; i < 40; i += 1) {
    pages.small.push(timePages(engine, 'small', 25))
    pages.large.push(timePages(engine, 'large', 25))
  }
  say(
    `a page of a wallet's list at ${largeHistory} transactions / at 100: ${(median(pages.large) / median(pages.small)).toFixed(2)} (≤ 1.5)`,
  )
  await engine.close()
}
