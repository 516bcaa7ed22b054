import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killLoop } from '../test/models/kill-loop.ts'
import { freePort, spawnServer, startProcess } from '../test/process.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bitquay-main-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const post = (url: string, body: unknown) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** Sends the head of a request now and the body later. Returns a function that sends the body and reads the status. */
const beginPost = async (url: string, body: unknown) => {
  const text = JSON.stringify(body)
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    expect: '100-continue',
  }
  const begun = request(url, { method: 'POST', headers })
  const status = new Promise<number | undefined>((resolve, reject) => {
    begun.once('error', reject).once('response', (response) => resolve(response.resume().statusCode))
  })
  const isReceived = new Promise((resolve) => begun.once('continue', resolve))
  begun.flushHeaders()
  await Promise.race([isReceived, status])
  return () => {
    begun.end(text)
    return status
  }
}

/** Starting a process takes long on a busy machine. */
const patience = 240_000

test(
  'a port in use stops the start with one sentence and leaves nothing running',
  async () => {
    const own = await mkdtemp(join(tmpdir(), 'bitquay-port-'))
    const taken = createServer()
    const port = await new Promise<number>((resolve) =>
      taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port)),
    )
    const server = spawnServer({ DATA_DIR: own, PORT: String(port), DEMO_DATA: 'false' })
    expect(await server.ended).toBe(1)
    expect(server.output().trim()).toBe(
      `PORT ${port} is in use by another program. Stop that program or set PORT to a free port.`,
    )
    // It was said before PostgreSQL was set up.
    expect(await readdir(own)).not.toContain('postgres')
    await new Promise((resolve) => taken.close(resolve))
    await rm(own, { recursive: true, force: true })
  },
  patience,
)

test(
  'it prints its address and the accounts, keeps its data and closes its folder to others',
  async () => {
    const own = await mkdtemp(join(tmpdir(), 'bitquay-keep-'))
    const first = await startProcess({ DATA_DIR: own, DEMO_DATA: 'people', PORT: String(await freePort()) })
    const printed = [
      'Bitquay is running at http://localhost:',
      'admin@bitquay.test',
      'merchant@bitquay.test',
      'partner@bitquay.test',
    ]
    for (const part of printed) await expect.poll(first.output).toContain(part)
    expect(first.output()).toMatch(/Setting up PostgreSQL…\n +Creating the tables…\n/)
    expect(first.output()).not.toContain('Server listening')
    const intruder = spawnServer({ DATA_DIR: own, DEMO_DATA: 'people', PORT: String(await freePort()) })
    expect(await intruder.ended).toBe(1)
    expect(intruder.output()).toContain(`DATA_DIR ${own} is in use by another Bitquay`)

    const login = { email: 'merchant@bitquay.test', password: 'bitquay-demo-1' }
    const { token } = (await (await post(`${first.origin}/api/auth/login`, login)).json()) as { token: string }
    // A request that is in progress when the server stops is completed.
    const finish = await beginPost(`${first.origin}/api/auth/request-password-reset`, { email: login.email })
    const code = first.stop()
    expect(await finish()).toBe(200)
    expect(await code).toBe(0)

    const second = await startProcess({ DATA_DIR: own, DEMO_DATA: 'people', PORT: String(await freePort()) })
    const verified = await fetch(`${second.origin}/api/auth/verify`, { headers: { authorization: `Bearer ${token}` } })
    expect(verified.status, second.output()).toBe(200)
    expect(second.output()).not.toContain('…')
    const subjects = async () => {
      const mail = await (await fetch(`${second.origin}/api/sandbox/mail?to=${login.email}`)).json()
      return (mail as { subject: string }[]).map(({ subject }) => subject)
    }
    await expect.poll(subjects).toContain('Reset your password')
    expect(await second.stop()).toBe(0)
    await rm(own, { recursive: true, force: true })
  },
  patience,
)

test('kill -9 loses nothing that was acknowledged', () => killLoop(join(folder, 'killed'), 2, 'server'), patience)
