import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../test/api-keys.ts'
import { type Money, startMoney } from '../test/money.ts'
import { syncStore } from './payments/sync-store.ts'
import { projectRoot } from './platform/root.ts'

/** Clients that other people's generators create from the served document, against a listening server. */
let money: Money
let store: Awaited<ReturnType<Money['newStore']>>
let url: string
let key: string
let folder: string
beforeAll(async () => {
  money = await startMoney()
  store = await money.newStore('generated')
  key = await addApiKey(money.server, store.merchantId)
  url = await money.server.app.listen({ port: 0, host: '127.0.0.1' })
  // Below node_modules, so that generated code finds its packages and no check of ours reads it.
  const parent = join(projectRoot, 'node_modules/.cache')
  await mkdir(parent, { recursive: true })
  folder = await mkdtemp(join(parent, 'generated-clients-'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'openapi.json'), await (await fetch(`${url}/api/v1/openapi.json`)).text())
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await money.close()
})

const runFile = promisify(execFile)
const tool = (path: string) => join(projectRoot, 'node_modules', path)
const node = async (...args: string[]) => (await runFile(process.execPath, args, { cwd: folder })).stdout

/** Compiles a program as strictly as TypeScript can. */
const compile = async (file: string) => {
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable']
  const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', 'node', '--ignoreConfig']
  return node(tool('checker/bin/tsc'), ...options, ...modules, file).catch(
    (failed: { stdout: string }) => failed.stdout,
  )
}

const run = async (file: string, ...args: string[]) =>
  JSON.parse(await node('--import', 'tsx', file, url, key, ...args)) as Record<string, unknown>

/** Creates an invoice with the program, pays it as a customer would, and returns what the program sees then. */
const firstPayment = async (program: string, text: string) => {
  await writeFile(join(folder, program), text)
  expect(await compile(program)).toBe('')
  const created = await run(program, 'create')
  expect(created).toMatchObject({ status: 'new', link: expect.stringContaining('/i/') })
  const invoiceId = String(created['invoiceId'])
  await money.engine.control.pay({ invoiceId, method: 'onchain' })
  await money.mine(1)
  await money.pass(31)
  await syncStore(money.deps, store.id)
  return run(program, 'check', invoiceId)
}

const paid = {
  status: 'settled',
  payments: ['confirmed'],
  settled: expect.stringMatching(/^evt_/),
  missing: 'not-found',
}

const openapiFetchProgram = `
import createClient from 'openapi-fetch'
import type { paths } from './types.js'

const [url = '', key = '', step, invoiceId = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl: url, headers: { authorization: \`Bearer \${key}\` } })

if (step === 'create') {
  const { data, error } = await client.POST('/api/v1/invoices', {
    params: { header: { 'Idempotency-Key': 'order-1' } },
    body: { amount: '25.00', currency: 'USD', orderId: 'order-1' },
  })
  if (error) throw new Error(error.message)
  console.log(JSON.stringify({ invoiceId: data.invoiceId, status: data.status, link: data.checkoutLink }))
} else {
  const { data, error } = await client.GET('/api/v1/invoices/{invoiceId}', { params: { path: { invoiceId } } })
  if (error) throw new Error(error.message)
  const events = await client.GET('/api/v1/events', { params: { query: { type: 'invoice.settled' } } })
  const event = events.data?.find((one) => one.type === 'invoice.settled' && one.data.invoiceId === invoiceId)
  const missing = await client.GET('/api/v1/invoices/{invoiceId}', { params: { path: { invoiceId: 'nobody' } } })
  const payments = data.payments.map((payment) => payment.status)
  console.log(JSON.stringify({ status: data.status, payments, settled: event?.id, missing: missing.error?.code }))
}
`

test('openapi-typescript and openapi-fetch generate a client that compiles and takes a first payment', async () => {
  await node(tool('openapi-typescript/bin/cli.js'), 'openapi.json', '-o', 'types.ts')
  expect(await firstPayment('openapi-fetch.ts', openapiFetchProgram)).toEqual(paid)
})

const heyApiProgram = `
import { createInvoice, getInvoice, listEvents } from './hey-api/index.js'
import { client } from './hey-api/client.gen.js'

const [url = '', key = '', step, invoiceId = ''] = process.argv.slice(2)
client.setConfig({ baseUrl: url, auth: () => key })

if (step === 'create') {
  const { data } = await createInvoice({
    headers: { 'Idempotency-Key': 'order-2' },
    body: { amount: '25.00', currency: 'USD', orderId: 'order-2' },
    throwOnError: true,
  })
  console.log(JSON.stringify({ invoiceId: data.invoiceId, status: data.status, link: data.checkoutLink }))
} else {
  const { data } = await getInvoice({ path: { invoiceId }, throwOnError: true })
  const events = await listEvents({ query: { type: 'invoice.settled' }, throwOnError: true })
  const event = events.data.find((one) => one.type === 'invoice.settled' && one.data.invoiceId === invoiceId)
  const missing = await getInvoice({ path: { invoiceId: 'nobody' } })
  const payments = data.payments.map((payment) => payment.status)
  console.log(JSON.stringify({ status: data.status, payments, settled: event?.id, missing: missing.error?.code }))
}
`

test('@hey-api/openapi-ts generates a client that compiles and takes a first payment', async () => {
  await node(
    tool('@hey-api/openapi-ts/bin/run.js'),
    '-i',
    'openapi.json',
    '-o',
    'hey-api',
    '-c',
    '@hey-api/client-fetch',
  )
  expect(await firstPayment('hey-api.ts', heyApiProgram)).toEqual(paid)
})
