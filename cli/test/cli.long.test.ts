import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Installed, installPackages } from '../../client/test/install-package.ts'
import { newKeyText } from '../../server/src/api-keys/key-text.ts'
import { type Running, startRunning } from '../../server/test/running.ts'
import { answering, startWebhookReceiver, until } from '../../server/test/webhook-receiver.ts'

/** The packed tool, installed into an empty folder, with a server that runs by itself. */
let running: Running
let installed: Installed
let program: string
const children: ChildProcess[] = []
beforeAll(async () => {
  ;[running, installed] = await Promise.all([startRunning(), installPackages('cli')])
  program = join(installed.folder, 'node_modules/.bin/bitquay')
}, 240_000)
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await running.close()
  await installed.remove()
})

/** Starting many programs takes long on a busy machine. */
const patience = { timeout: 240_000 }

const environment = (home = installed.folder) => ({ PATH: process.env.PATH, HOME: home })

/** Runs a command to its end. */
const bitquay = (args: readonly string[], { input = '', home = installed.folder, env = {} } = {}) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(program, [...args], { env: { ...environment(home), ...env } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
    child.stdin?.end(input)
  })

const signIn = async (key?: string) =>
  bitquay(['login', '--url', running.url], { input: `${key ?? (await running.createKey(['read', 'invoices']))}\n` })

/** Starts `listen` and waits until it is ready. */
const listen = async (...args: string[]) => {
  const child = spawn(program, ['listen', ...args], { env: environment() })
  children.push(child)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (part) => (stdout += String(part)))
  child.stderr.on('data', (part) => (stderr += String(part)))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  await until('it is ready', async () => stderr.includes('Ready.'))
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    stop: () => {
      child.kill('SIGINT')
      return ended
    },
  }
}

test('the packed tool knows its version and explains a single command', patience, async () => {
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    version: string
  }
  expect(await bitquay(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  expect(await bitquay(['logs', '--help'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^ {2}bitquay logs /),
  })
})

test('the key is checked, and saved where only its owner can read it', patience, async () => {
  const file = join(installed.folder, '.config/bitquay/credentials.json')
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, '{}')
  await chmod(file, 0o644)
  const signed = await signIn()
  expect(signed.stderr).toBe('')
  expect(signed.stdout).toContain('Signed in')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const { apiKey } = JSON.parse(await readFile(file, 'utf8'))
  expect(signed.stdout).not.toContain(apiKey)

  const refused = await bitquay(['login', '--url', running.url], { input: `${newKeyText('live')}\n` })
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('This is a live key.') })
  expect(JSON.parse(await readFile(file, 'utf8')).apiKey).toBe(apiKey)
})

test('an invoice is created, paid in the sandbox and shown by listen, which forwards it signed', patience, async () => {
  await signIn()
  const receiver = await startWebhookReceiver()
  const listening = await listen('--forward-to', receiver.url)
  const secret = /whsec_\S+/.exec(listening.stderr())?.[0] ?? ''
  const created = await bitquay(['invoices', 'create', '--amount', '25.00', '--order-id', 'A-17', '--json'])
  expect(created.stderr).toBe('')
  const { invoiceId, orderId } = JSON.parse(created.stdout)
  expect(orderId).toBe('A-17')

  const started = performance.now()
  const paid = await bitquay(['sandbox', 'pay', invoiceId, '--method', 'lightning'])
  expect(paid).toMatchObject({ code: 0, stdout: expect.stringContaining(`Paid ${invoiceId} over Lightning.`) })
  const isShown = async () => listening.stdout().includes(`payment.received  ${invoiceId}`)
  await until('the payment is shown', isShown)
  process.stdout.write(`Shown ${Math.round(performance.now() - started)} ms after the command began to pay.\n`)
  await until('it is settled', async () => listening.stdout().includes(`invoice.settled  ${invoiceId}`))
  await until('all are forwarded', async () => receiver.received.length >= 4)
  for (const { headers, body } of receiver.received) {
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      id: headers['webhook-id'],
    })
  }
  expect(listening.stderr()).toContain('→ 204 in')

  // An endpoint that fails or is gone doesn't stop the session.
  receiver.answerWith(answering(500))
  await bitquay(['trigger', 'invoice.created'])
  await until('the failure is shown', async () => listening.stderr().includes('→ 500 in'))
  await receiver.close()
  await bitquay(['trigger', 'invoice.created'])
  await until('the gap is shown', async () => listening.stderr().includes('→ no response'))
  expect(await listening.stop()).toBe(0)
})

test('each session has its own secret, and events can be chosen', patience, async () => {
  await signIn()
  const [one, other] = [
    await listen('--forward-to', ':9/x', '--events', 'invoice.invalid'),
    await listen('--forward-to', ':9/x'),
  ]
  const secretOf = (text: string) => /whsec_\S+/.exec(text)?.[0]
  expect(secretOf(one.stderr())).not.toBe(secretOf(other.stderr()))
  const triggered = await bitquay(['trigger', 'invoice.invalid'])
  expect(triggered).toMatchObject({ code: 0, stdout: expect.stringContaining('Triggered invoice.invalid') })
  await until('it is shown', async () => one.stdout().includes('invoice.invalid'))
  expect(one.stdout()).not.toContain('invoice.created')
  await Promise.all([one.stop(), other.stop()])
})

test('triggered events happen', patience, async () => {
  await signIn()
  const listening = await listen()
  for (const type of ['payment.received', 'invoice.settled', 'invoice.overdue', 'payment_link.updated']) {
    const { stdout, stderr } = await bitquay(['trigger', type])
    const [, id] = /with .+ (\S+)\.\n/.exec(stdout) ?? []
    expect(id, stderr).toBeDefined()
    const shown = () => `${listening.stdout()}${listening.stderr()}`
    await expect.poll(shown, { timeout: 90_000 }).toContain(`${type}  ${id}`)
  }
  await listening.stop()
})

test('logs shows the latest requests with their IDs, and follows new ones', patience, async () => {
  await signIn()
  const refused = await bitquay(['invoices', 'create', '--amount', '0'])
  const [, requestId] = /Request (\S+)/.exec(refused.stderr) ?? []
  expect(requestId).toBeDefined()
  const logged = async () => (await bitquay(['logs', '--limit', '5'])).stdout
  await until('it is logged', async () => (await logged()).includes(`400  POST /api/v1/invoices`))
  expect(await logged()).toContain(requestId)
  expect((await logged()).trim().split('\n').length).toBeLessThanOrEqual(5)

  const child = spawn(program, ['logs', '--follow'], { env: environment() })
  children.push(child)
  let output = ''
  child.stdout.on('data', (part) => (output += String(part)))
  await until('the past is shown', async () => output.includes(String(requestId)))
  await bitquay(['invoices', 'get', 'nothing-to-see'])
  await until('it follows', async () => output.includes('404  GET /api/v1/invoices/nothing-to-see'))
  expect(output.split(String(requestId))).toHaveLength(2)
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGINT')
  expect(await ended).toBe(0)
})

test('mistakes are one sentence and exit code 1', patience, async () => {
  await signIn()
  const mistakes: [string[], string][] = [
    [['dance'], 'There is no such command.'],
    [['trigger', 'refund.confirmed'], 'Choose one of'],
    [['invoices', 'create'], 'Add --amount.'],
    [['invoices', 'create', '--amount', '0'], 'amount: '],
    [['invoices', 'get', 'nothing'], 'Not found'],
    [['sandbox', 'pay', 'nothing'], 'Not found'],
    [['sandbox', 'pay', 'nothing', '--method', 'shells'], '--method is onchain or lightning.'],
    [['listen', '--forward'], "Unknown option '--forward'"],
  ]
  for (const [args, message] of mistakes) {
    const { code, stderr, stdout } = await bitquay(args)
    expect([code, stdout], args.join(' ')).toEqual([1, ''])
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('    at ')
  }
  const stranger = await bitquay(['invoices', 'get', 'x'], { home: join(installed.folder, 'nobody') })
  expect(stranger).toMatchObject({ code: 1, stderr: expect.stringContaining('Sign in first') })
  expect((await bitquay(['logout'])).code).toBe(0)
  expect((await bitquay(['invoices', 'get', 'x'])).stderr).toContain('Sign in first')
})
