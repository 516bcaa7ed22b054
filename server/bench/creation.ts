/**
 * A new invoice through us against the engine alone: with the sandbox as it is, which answers faster than any BTCPay
 * Server, and with a sandbox that takes as long as BTCPay Server 2.4.1 did when we measured it.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEngineProxy } from '../test/engine-proxy.ts'
import { callJson, median, openPlatform, timed } from './open-platform.ts'
import { atPart, exitAfter } from './part.ts'
import { startSandboxProcess } from './sandbox-process.ts'

const invoices = atPart(150, 3)
const limit = 2
/** Medians of a BTCPay Server 2.4.1. The sandbox's own times come on top, so they are taken off first. */
const btcpay = { createMs: 68, readMs: 12 }

const folder = await mkdtemp(join(tmpdir(), 'bitquay-bench-'))
let failed = false

/** Medians in milliseconds: through us, straight from the engine, and with what the engine needs to return as much. */
const measure = async (name: string, delayMs?: (named: string) => number) => {
  const sandbox = await startSandboxProcess(folder, name)
  const proxy = delayMs && (await startEngineProxy(sandbox.url, { delayMs }))
  const engineUrl = proxy?.url ?? sandbox.url
  const platform = await openPlatform(join(folder, name), engineUrl)
  const askEngine = (path: string, body?: object) =>
    callJson(`${engineUrl}/api/v1/stores${path}`, body, { authorization: `token ${sandbox.key}` })
  const stores = (await askEngine('')) as unknown as { id: string; name: string }[]
  const store = stores.find((each) => each.name.includes('Kestrel'))
  if (!store) throw new Error('the merchant has no store')
  const order = { amount: '10', currency: 'USD', checkout: { paymentMethods: ['BTC-CHAIN', 'BTC-LN'] } }
  const createAtEngine = async () => String((await askEngine(`/${store.id}/invoices`, order)).id)

  const times = { throughUs: [] as number[], straight: [] as number[], reading: [] as number[] }
  for (let count = 0; count < invoices; count++) {
    let invoiceId = ''
    times.straight.push(
      await timed(async () => {
        invoiceId = await createAtEngine()
      }),
    )
    times.throughUs.push(await timed(() => platform.ask('/api/merchant/invoices', { amount: '10.00' })))
    times.reading.push(await timed(() => askEngine(`/${store.id}/invoices/${invoiceId}/payment-methods`)))
  }
  await platform.stop()
  await proxy?.close()
  await sandbox.stop()
  return { throughUs: median(times.throughUs), straight: median(times.straight), reading: median(times.reading) }
}

const report = (engine: string, { throughUs, straight, reading }: Awaited<ReturnType<typeof measure>>) => {
  const ratio = throughUs / straight
  failed ||= !(ratio <= limit)
  const figures = `${throughUs.toFixed(1)} and ${straight.toFixed(1)} ms; reading its payment methods ${reading.toFixed(1)} ms`
  process.stdout.write(
    `through our API / straight from ${engine}: ${ratio.toFixed(2)}  (at most ${limit}; ${figures})\n`,
  )
}

const sandbox = await measure('sandbox')
report('the sandbox', sandbox)
const isCreation = /^POST [^?]*\/invoices$/
const isReading = /^GET [^?]*\/payment-methods/
report(
  'an engine as slow as BTCPay Server',
  await measure('btcpay', (named) => {
    if (isCreation.test(named)) return btcpay.createMs - sandbox.straight
    return isReading.test(named) ? btcpay.readMs - sandbox.reading : 0
  }),
)
await rm(folder, { recursive: true, force: true })
exitAfter(!failed)
