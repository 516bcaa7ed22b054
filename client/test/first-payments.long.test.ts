import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../../server/src/platform/root.ts'
import { type Running, startRunning } from '../../server/test/running.ts'
import { until } from '../../server/test/webhook-receiver.ts'
import { type BitquayClient, createClient } from '../src/index.ts'
import { csharpEnvironment, saveCsharp } from './csharp.ts'
import { type Installed, installPackages } from './install-package.ts'

/** The handbook's first program in each language that is installed, as a developer runs it. */
let running: Running
let installed: Installed
let client: BitquayClient
let env: Record<string, string>
beforeAll(async () => {
  ;[running, installed] = await Promise.all([startRunning(), installPackages('client')])
  const apiKey = await running.createKey(['read', 'invoices'])
  client = createClient({ url: running.url, apiKey })
  env = { BITQUAY_URL: running.url, BITQUAY_KEY: apiKey, ...csharpEnvironment(installed.folder) }
}, 300_000)
afterAll(async () => {
  await running.close()
  await installed.remove()
})

const samples = join(projectRoot, 'examples/samples')

/** Copies a sample to where it runs. Returns the arguments that run it. */
const copy = (name: string) => {
  copyFileSync(join(samples, name), join(installed.folder, name))
  return [name]
}
const languages = [
  { name: 'JavaScript', program: process.execPath, prepare: () => copy('first-payment.mjs') },
  { name: 'Python', program: 'python3', prepare: () => copy('first_payment.py') },
  { name: 'PHP', program: 'php', prepare: () => copy('first-payment.php') },
  { name: 'Go', program: 'go', version: 'version', prepare: () => ['run', ...copy('first_payment.go')] },
  {
    ...{ name: 'C#', program: 'dotnet' },
    prepare: () => {
      const text = readFileSync(join(samples, 'first-payment.cs'), 'utf8')
      return ['run', '--project', saveCsharp(join(installed.folder, 'csharp'), { 'Program.cs': text })]
    },
  },
]

/** Starts a program that ends when its invoice is paid. */
const start = (program: string, args: readonly string[], orderId: string) => {
  const cache = join(installed.folder, '.cache')
  const child = spawn(program, args, {
    cwd: installed.folder,
    env: { ...process.env, ...env, ORDER_ID: orderId, GOCACHE: cache, GO111MODULE: 'off' },
  })
  let output = ''
  child.stdout.on('data', (part) => (output += String(part)))
  child.stderr.on('data', (part) => (output += String(part)))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { ended, output: () => output }
}

for (const { name, program, version = '--version', prepare } of languages) {
  test(`${name}: the first payment`, { timeout: 300_000 }, async ({ skip }) => {
    if (spawnSync(program, [version]).status !== 0) skip(`${program} isn’t installed`)
    const args = prepare()
    const first = start(program, args, name)
    let invoiceId = ''
    await until(
      'the address of the checkout is printed',
      async () => {
        invoiceId = /^Pay at http\S+\/i\/(\w+)$/m.exec(first.output())?.[1] ?? ''
        return invoiceId !== '' || (await Promise.race([first.ended, Promise.resolve()])) !== undefined
      },
      240_000,
    )
    expect(first.output()).toMatch(/^Pay at /)
    await client.sandbox.pay({ invoiceId, method: 'lightning' })
    expect([await first.ended, first.output()]).toEqual([0, expect.stringMatching(/\nThe invoice is settled\n$/)])
    expect(await client.invoices.get(invoiceId)).toMatchObject({ orderId: name, amount: '25.00', status: 'settled' })

    // The same order again is the same invoice.
    const second = start(program, args, name)
    expect([await second.ended, second.output()]).toEqual([0, first.output()])
  })
}
