import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../platform/root.ts'

const program = ['--import', 'tsx', join(projectRoot, 'server/src/doctor-main.ts')]
const live = {
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  BTCPAY_URL: 'http://127.0.0.1:1',
  BTCPAY_API_KEY: 'key',
  APP_SECRET: 'a secret of more than 32 characters, kept',
  PUBLIC_URL: 'http://127.0.0.1:2',
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bitquay-doctor-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The command without a terminal, as a script runs it. */
const runDoctor = (settings: Record<string, string>, ...options: string[]) =>
  new Promise<{ status: number | null; lines: string[] }>((resolve) => {
    const env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      DATA_DIR: folder,
      ...settings,
    }
    const child = spawn(process.execPath, [...program, ...options], { cwd: projectRoot, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
    child.stdin.end()
    child.once('close', (status) => resolve({ status, lines: output.trimEnd().split('\n') }))
  })

test('says what fails without a database, BTCPay or a public address, and exits with 1', async () => {
  const { status, lines } = await runDoctor(live, '--no-send')
  expect(status).toBe(1)
  expect(lines.join('\n')).not.toContain('\u001b')
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^failed {3}Database: Couldn’t use the database: .*ECONNREFUSED/),
      '         → Check that PostgreSQL runs, and DATABASE_URL. Checks that need it are left out.',
      'failed   BTCPay Server main: Couldn’t connect to 127.0.0.1:1. The connection was refused.',
      'failed   Email: SMTP_URL isn’t set, so nobody can be invited or reset a password.',
      expect.stringMatching(/^warning {2}Public address: Couldn’t reach http:\/\/127\.0\.0\.1:2 from here/),
      'skipped  Webhooks: Not checked, because the database can’t be used.',
    ]),
  )
  expect(lines.at(-1)).toMatch(/^\d+ ok, \d+ warning, \d+ failed, \d+ skipped\.$/)
})

test('names every setting that is wrong', async () => {
  const { status, lines } = await runDoctor({ ...live, PUBLIC_URL: 'pay.example.com', APP_SECRET: 'short' })
  expect(status).toBe(1)
  expect(lines).toContain('failed   Settings: PUBLIC_URL must be a URL like https://pay.example.com.')
  expect(lines).toContain('failed   Settings: APP_SECRET must be at least 32 characters.')
})

test('says that APP_SECRET is missing', async () => {
  const { status, lines } = await runDoctor({ ...live, APP_SECRET: '' })
  expect(status).toBe(1)
  expect(lines[0]).toContain('failed   Settings: APP_SECRET is required.')
})

test('says in a sandbox which checks don’t apply', async () => {
  const { status, lines } = await runDoctor({})
  // Nothing was started in this folder, which it says.
  expect(status).toBe(1)
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^ok {7}Settings: A sandbox, where the money isn’t real/),
      expect.stringMatching(/^failed {3}Database: Couldn’t use the database: There is no database in .* yet\.$/),
      expect.stringMatching(/^failed {3}BTCPay Server main: The sandbox at .* isn’t running\.$/),
      'skipped  Explorer: The sandbox has its own explorer.',
      'skipped  Email: The sandbox keeps emails in its own mailbox.',
      'skipped  Prices: The sandbox has its own market.',
    ]),
  )
})
