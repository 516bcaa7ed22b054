/** Reading while the engine does not answer against reading while it does. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, openPlatform, timed } from './open-platform.ts'
import { atPart, exitAfter } from './part.ts'
import { startSandboxProcess } from './sandbox-process.ts'

const readings = atPart(40, 2)
const rounds = atPart(3)
const limit = 1.2

const folder = await mkdtemp(join(tmpdir(), 'bitquay-bench-'))
const sandbox = await startSandboxProcess(folder, 'sandbox')
const { ask, stop } = await openPlatform(folder, sandbox.url)
const invoiceId = String((await ask('/api/merchant/invoices', { amount: '10.00' })).invoiceId)

const reads = [
  '/api/merchant/balance',
  '/api/merchant/lightning-balance',
  '/api/merchant/wallet',
  '/api/merchant/transactions',
  '/api/merchant/transactions/summary',
  '/api/merchant/invoices',
  `/api/merchant/invoices/${invoiceId}`,
  `/api/checkout/${invoiceId}`,
  '/api/btc-price',
  '/api/status',
]
const well = new Map(reads.map((path) => [path, [] as number[]]))
const ill = new Map(reads.map((path) => [path, [] as number[]]))
const readAll = async (times: Map<string, number[]>) => {
  for (let round = 0; round < readings; round++)
    for (const path of reads) times.get(path)?.push(await timed(() => ask(path)))
}
for (let round = 0; round < rounds; round++) {
  await readAll(well)
  await ask('/api/sandbox/fail', { calls: 100_000, mode: 'timeout' })
  await sleep(2000)
  await readAll(ill)
  await ask('/api/sandbox/fail', { calls: 0, mode: 'timeout' })
  await sleep(2000)
}
const ratios = reads.map((path) => ({ path, ratio: median(ill.get(path) ?? []) / median(well.get(path) ?? []) }))
for (const { path, ratio } of ratios)
  process.stdout.write(`  ${path.replace(invoiceId, ':invoiceId')}: ${ratio.toFixed(2)}\n`)
const sum = (times: Map<string, number[]>) => reads.reduce((total, path) => total + median(times.get(path) ?? []), 0)
const [down, up] = [sum(ill), sum(well)]
process.stdout.write(
  `reading with the engine a black hole / well, all routes together: ${(down / up).toFixed(2)}  (at most ${limit}; ${down.toFixed(1)} and ${up.toFixed(1)} ms)\n`,
)
await stop()
await sandbox.stop()
await rm(folder, { recursive: true, force: true })
exitAfter(down / up <= limit)
