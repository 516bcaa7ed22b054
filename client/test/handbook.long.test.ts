import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../server/test/process.ts'
import { type Running, startRunning } from '../../server/test/running.ts'
import { until } from '../../server/test/webhook-receiver.ts'
import * as samples from '../../web/src/content/docs/client.ts'
import { createClient } from '../src/index.ts'
import { type Installed, installPackages } from './install-package.ts'
import { signDelivery } from './signed-delivery.ts'

/** The samples of the handbook's chapter on the client, saved under the names that it gives them. */
let running: Running
let installed: Installed
let env: Record<string, string>
beforeAll(async () => {
  running = await startRunning()
  installed = await installPackages('client')
  env = { BITQUAY_URL: running.url, BITQUAY_KEY: await running.createKey(['read', 'invoices']) }
  for (const sample of Object.values(samples)) {
    if ('file' in sample && sample.file) await writeFile(join(installed.folder, sample.file), sample.text)
  }
}, 240_000)
afterAll(async () => {
  await running.close()
  await installed.remove()
})

const run = (file: string) => installed.run(process.execPath, [file], env)

test('the first program creates one invoice, however often it runs', async () => {
  const printed = await run('first.mjs')
  expect(printed).toMatch(/^\w+ http\S+\/i\/\w+\n$/)
  expect(await run('first.mjs')).toBe(printed)
  expect(await run('lists.mjs')).toBe(`${printed.split(' ')[0]}\n1 undefined\n`)
})

test('an error is caught by its class', async () => {
  expect(await run('errors.mjs')).toContain("path: 'amount'")
})

/** Starts a program that doesn't end by itself. */
const start = (file: string, more: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [file], { cwd: installed.folder, env: { ...env, ...more } })
  let output = ''
  child.stdout.on('data', (part) => (output += String(part)))
  child.stderr.on('data', (part) => (output += String(part)))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, ended, output: () => output }
}

test('the receiver accepts what is signed and nothing else', async () => {
  const { body, headers, secret } = signDelivery()
  const PORT = String(await freePort())
  const receiver = start('webhooks.mjs', { WEBHOOK_SECRET: secret, PORT })
  const deliver = (text: string) =>
    fetch(`http://127.0.0.1:${PORT}`, {
      method: 'POST',
      headers,
      body: text,
    }).then(({ status }) => status)
  await until('it listens', async () => (await deliver('{}').catch(() => 0)) === 401)
  expect(await deliver(body)).toBe(204)
  await until('it is printed', async () => receiver.output() === 'paid abc\n')
  receiver.child.kill()
  await receiver.ended
})

test('the listener prints a payment and ends', async () => {
  const client = createClient({ url: running.url, apiKey: String(env.BITQUAY_KEY) })
  const listener = start('listen.mjs')
  const create = async () => void (await client.invoices.create({ amount: '1.00' }))
  // It says nothing when it is ready, so invoices are created until it prints one.
  await until('it listens', async () => create().then(() => listener.output().includes('invoice.created')))
  const { invoiceId } = await client.invoices.create({ amount: '1.00' })
  await client.sandbox.pay({ invoiceId, method: 'lightning' })
  expect(await listener.ended).toBe(0)
  expect(listener.output()).toContain('invoice.settled evt_')
})
