import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login, verify } from '@bitquay/contract/accounts'
import { merchantSecurity, partnerSecurity } from '@bitquay/contract/accounts.security'
import { createApiKey } from '@bitquay/contract/api-keys'
import { getBalance } from '@bitquay/contract/balances'
import type { Call } from '@bitquay/contract/call'
import { createInvoice, listInvoices } from '@bitquay/contract/invoices'
import { runAudit } from '@bitquay/contract/operations'
import { levers } from '@bitquay/contract/sandbox'
import { readRecoveryWords } from '@bitquay/contract/stores'
import { createInvoice as createApiInvoice } from '@bitquay/contract/v1/invoices'
import { createWebhook, testWebhook } from '@bitquay/contract/webhooks'
import { listWithdrawals, withdraw } from '@bitquay/contract/withdrawals'
import pg from 'pg'
import { expect, test } from 'vitest'
import { checkOutRelease, hasCommit } from '../test/old-release.ts'
import { awayFromStepEnd, codeOf } from '../test/people.ts'
import { freePort, type ServerProcess, startProcess } from '../test/process.ts'
import { startWebhookReceiver, until, type WebhookReceiver } from '../test/webhook-receiver.ts'
import { createSealer } from './platform/crypto/seal.ts'
import { findRunningPostgres } from './platform/postgres/embedded.ts'
import { signStandard } from './webhooks/secrets.ts'

/** The last commit before the code was moved and renamed. What it stored must stay readable forever. */
const oldRelease = '938c951'
/** The last one of version 0.2, which a database of an older version must have been started with. */
const lastRelease = '7dbd612f'
const password = 'bitquay-demo-1'
const newPassword = 'quiet harbour 7'
const limitMs = 240_000

type Asking = { token?: string; body?: unknown; once?: string }
type Answered = { status: number; replayed: boolean; text: string; body: Record<string, unknown> }

const askAt = async (server: ServerProcess, call: Call, asking: Asking = {}, params: Record<string, unknown> = {}) => {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))
  const answer = await fetch(`${server.origin}${path}`, {
    method: call.method,
    headers: {
      ...(asking.token ? { authorization: `Bearer ${asking.token}` } : {}),
      ...(asking.once ? { 'idempotency-key': asking.once } : {}),
      ...(asking.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(asking.body === undefined ? {} : { body: JSON.stringify(asking.body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    replayed: answer.headers.get('idempotent-replayed') === 'true',
    text,
    body: JSON.parse(text),
  } satisfies Answered
}

const signIn = async (server: ServerProcess, person: string, twoFactorToken?: string, by = password) => {
  const body = { email: `${person}@bitquay.test`, password: by, ...(twoFactorToken ? { twoFactorToken } : {}) }
  const { status, text, body: answer } = await askAt(server, login, { body })
  expect(status, text).toBe(200)
  return String(answer.token)
}

/**
 * A request that is repeated later, and its first answer. Calls that store their key with what they create return its
 * current state, and `idOf` finds its ID. The others repeat their answer exactly.
 */
type Kept = { call: Call; asking: Asking; answered: Answered; idOf: IdOf | undefined }
type IdOf = (body: Record<string, unknown>) => unknown

/** Uses the old release as people and programs do. */
const useOldRelease = async (server: ServerProcess, receiver: WebhookReceiver) => {
  const kept: Kept[] = []
  const keep = async (call: Call, asking: Asking, idOf?: IdOf) => {
    const answered = await askAt(server, call, asking)
    expect(answered.status, `${call.path} ${answered.text}`).toBe(200)
    kept.push({ call, asking, answered, idOf })
    return answered
  }
  const merchant = await signIn(server, 'merchant')
  const isConfigured = async () => (await askAt(server, getBalance, { token: merchant })).body.configured === true
  await until('the store is set up', isConfigured, limitMs)

  const setUp = await askAt(server, merchantSecurity.setupTwoFactor, { token: merchant, body: {} })
  const secret = String(setUp.body.secret)
  const code = (stepsAway: number) => codeOf(secret, stepsAway)
  // Each code is accepted once. The previous one leaves the current one for the withdrawal.
  await awayFromStepEnd()
  const verified = await askAt(server, merchantSecurity.verifyTwoFactor, {
    token: merchant,
    body: { secret, token: code(-1) },
  })
  expect(verified.status, verified.text).toBe(200)
  // A 2FA setup that was started and not finished is a secret too.
  const partner = await signIn(server, 'partner')
  const { body: begun } = await askAt(server, partnerSecurity.setupTwoFactor, { token: partner, body: {} })

  const { body: key } = await askAt(server, createApiKey, {
    token: merchant,
    body: { name: 'Shop', scopes: ['read', 'invoices'] },
  })
  await keep(createApiInvoice, { token: String(key.key), body: { amount: '5.00' }, once: 'old-api-invoice' })
  const invoice = await keep(
    createInvoice,
    { token: merchant, body: { amount: '900.00' }, once: 'old-invoice' },
    ({ invoiceId }) => invoiceId,
  )
  const { body: endpoint } = await askAt(server, createWebhook, {
    token: merchant,
    body: { url: receiver.url, events: ['ping'] },
  })

  await askAt(server, levers.pay, { body: { invoiceId: invoice.body.invoiceId, method: 'onchain' } })
  await askAt(server, levers.mine, { body: { blocks: 1 } })
  const { body: lent } = await askAt(server, levers.address, { body: {} })
  const order = { address: String(lent.address), customerAmount: 100 }
  const isAvailable = async () => Number((await askAt(server, getBalance, { token: merchant })).body.availableUsd) > 200
  await until('the payment can be sent on', isAvailable, limitMs)
  await keep(
    withdraw,
    { token: merchant, body: { ...order, twoFactorToken: code(0) }, once: 'old-withdrawal' },
    ({ txid }) => txid,
  )
  await keep(merchantSecurity.changePassword, {
    token: merchant,
    body: { currentPassword: password, newPassword },
    once: 'old-password',
  })
  return { kept, merchant, partner, code, pendingSecret: String(begun.secret), endpoint }
}

type Sealed = { table: string; column: string; identity: string; value: string }

/**
 * The sealed columns with the words that bind each value to its row. These words are stored and can never be renamed.
 */
const sealedColumns = [
  ['stores', 'api_key', `'store:' || tag || ':api-key'`],
  ['stores', 'webhook_secret', `'store:' || tag || ':webhook-secret'`],
  ['stores', 'recovery_words', `'store:' || tag || ':recovery-words'`],
  ['merchants', 'two_factor_secret', `'two-factor-secret:merchant:' || id`],
  ['merchants', 'two_factor_pending_secret', `'two-factor-secret:merchant:' || id`],
  ['merchant_users', 'two_factor_secret', `'two-factor-secret:merchant-user:' || id`],
  ['merchant_users', 'two_factor_pending_secret', `'two-factor-secret:merchant-user:' || id`],
  ['partners', 'two_factor_secret', `'two-factor-secret:partner:' || id`],
  ['partners', 'two_factor_pending_secret', `'two-factor-secret:partner:' || id`],
  ['admins', 'two_factor_secret', `'two-factor-secret:admin:' || id`],
  ['admins', 'two_factor_pending_secret', `'two-factor-secret:admin:' || id`],
  ['webhook_endpoints', 'secret', `'webhook:' || tag`],
  ['webhook_endpoints', 'previous_secret', `'webhook:' || tag`],
  ['idempotency_keys', 'answer_body', `'answer:' || scope || ':' || key`],
] as const
/** Copies that the database maintains by itself. */
const copies = ['merchants.btcpay_api_key']
const looksSealed = String.raw`^v1\.[0-9a-f]{8}\.[\w-]+$`

const readSealed = async (database: pg.Pool): Promise<Sealed[]> => {
  const found: Sealed[] = []
  for (const [table, column, identity] of sealedColumns) {
    const { rows } = await database.query<{ identity: string; value: string }>(
      `select ${identity} as identity, ${column} as value from ${table} where ${column} ~ $1`,
      [looksSealed],
    )
    found.push(...rows.map((row) => ({ table, column, ...row })))
  }
  return found
}

/** Finds the columns with sealed texts in the whole database. */
const findSealedColumns = async (database: pg.Pool): Promise<string[]> => {
  const { rows } = await database.query<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text'`,
  )
  const found: string[] = []
  for (const { table, column } of rows) {
    const { rowCount } = await database.query(`select 1 from "${table}" where "${column}" ~ $1 limit 1`, [looksSealed])
    if (rowCount) found.push(`${table}.${column}`)
  }
  return found
}

/** Unseals every sealed text of the database, by column. */
const openSecrets = async (database: pg.Pool, folder: string): Promise<Record<string, string[]>> => {
  const known: string[] = [...sealedColumns.map(([table, column]) => `${table}.${column}`), ...copies]
  expect((await findSealedColumns(database)).filter((name) => !known.includes(name))).toEqual([])
  const sealer = createSealer(readFileSync(join(folder, 'app-secret'), 'utf8').trim())
  const opened: Record<string, string[]> = {}
  for (const { table, column, value, identity } of await readSealed(database)) {
    const secret = sealer.open(value, identity)
    expect(secret.length, `${table}.${column} of ${identity}`).toBeGreaterThan(0)
    opened[`${table}.${column}`] = [...(opened[`${table}.${column}`] ?? []), secret]
  }
  return opened
}

const connect = async (folder: string) => {
  const connectionString = await findRunningPostgres(folder)
  // The embedded PostgreSQL stops with the server, perhaps before the last connection is closed here.
  return new pg.Pool({ connectionString }).on('error', () => undefined)
}

type OldUse = Awaited<ReturnType<typeof useOldRelease>>

/** Repeats what the old release answered: each request gets its old answer, and nothing is created again. */
const expectReplays = async (server: ServerProcess, { kept, merchant }: OldUse) => {
  const measure = async () => {
    const lists = [listInvoices, listWithdrawals].map((call) => askAt(server, call, { token: merchant }))
    return (await Promise.all(lists)).map(({ text }) => text.length)
  }
  const before = await measure()
  for (const { call, asking, answered, idOf } of kept) {
    const again = await askAt(server, call, asking)
    expect(again.status, `${call.path} ${again.text}`).toBe(200)
    if (idOf) expect(idOf(again.body), call.path).toBe(idOf(answered.body))
    else expect([again.replayed, again.text], call.path).toEqual([true, answered.text])
    const other = { ...asking, body: { ...Object(asking.body), description: 'another' } }
    if (call !== merchantSecurity.changePassword) expect((await askAt(server, call, other)).status).toBe(422)
  }
  expect(await measure()).toEqual(before)
}

/**
 * Makes the server unseal what the old release sealed: both kinds of 2FA secrets, the recovery phrase and the keys of a
 * store.
 */
const expectServerToOpen = async (server: ServerProcess, old: OldUse, database: pg.Pool, phrases: string[]) => {
  const forgetCodes = () => database.query('update merchants set two_factor_last_step = null')
  await forgetCodes()
  const merchant = await signIn(server, 'merchant', old.code(0), newPassword)
  await forgetCodes()
  const read = await askAt(server, readRecoveryWords, { token: merchant, body: { twoFactorToken: old.code(0) } })
  expect(read.status, read.text).toBe(200)
  expect(phrases.map((phrase) => phrase.split(' '))).toContainEqual(read.body.words)

  const partner = await signIn(server, 'partner')
  const enrolled = await askAt(server, partnerSecurity.verifyTwoFactor, {
    token: partner,
    body: { secret: old.pendingSecret, token: codeOf(old.pendingSecret) },
  })
  expect(enrolled.status, enrolled.text).toBe(200)

  // The store's key creates the invoice, and its webhook secret authorizes what BTCPay sends when it is paid.
  const created = await askAt(server, createInvoice, { token: old.merchant, body: { amount: '12.00' } })
  expect(created.status, created.text).toBe(200)
  await askAt(server, levers.pay, { body: { invoiceId: created.body.invoiceId, method: 'lightning' } })
  const isReceived = async () =>
    (await database.query('select 1 from engine_hooks where invoice_id = $1', [created.body.invoiceId])).rowCount !== 0
  await until('BTCPay’s webhook is accepted', isReceived, limitMs)
}

const expectDelivery = async (server: ServerProcess, { merchant, endpoint }: OldUse, receiver: WebhookReceiver) => {
  const tested = await askAt(server, testWebhook, { token: merchant, body: {} }, { id: endpoint.id })
  expect(tested.status, tested.text).toBe(200)
  await until('the test event arrives', () => receiver.received.length > 0, limitMs)
  for (const { headers, body } of receiver.received) {
    const timestamp = Number(headers['webhook-timestamp'])
    expect(headers['webhook-signature']).toBe(
      signStandard([String(endpoint.secret)], String(headers['webhook-id']), timestamp, body),
    )
  }
}

const isThere = hasCommit(oldRelease) && hasCommit(lastRelease)
if (!isThere) process.stderr.write(`The upgrade is not tested: ${oldRelease} is not in this clone’s history.\n`)

test.skipIf(!isThere)(
  'data stored by the previous release is read, unsealed and replayed by this one',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bitquay-upgrade-'))
    const dataDir = join(folder, 'data')
    const receiver = await startWebhookReceiver()
    // The same port, so that BTCPay's webhooks still reach the server.
    const settings = { DATA_DIR: dataDir, DEMO_DATA: 'people', RATE_LIMITS: 'off', PORT: String(await freePort()) }
    let running: ServerProcess | undefined
    let database: pg.Pool | undefined
    try {
      running = await startProcess(settings, checkOutRelease(oldRelease, join(folder, 'old')), limitMs)
      const old = await useOldRelease(running, receiver)
      expect(await running.stop()).toBe(0)
      running = await startProcess(settings, checkOutRelease(lastRelease, join(folder, 'last')), limitMs)
      expect(await running.stop()).toBe(0)

      const present = await startProcess(settings, undefined, limitMs)
      running = present
      database = await connect(dataDir)
      const opened = await openSecrets(database, dataDir)
      expect(Object.keys(opened).sort()).toEqual([
        'idempotency_keys.answer_body',
        'merchants.two_factor_secret',
        'partners.two_factor_pending_secret',
        'stores.api_key',
        'stores.recovery_words',
        'stores.webhook_secret',
        'webhook_endpoints.secret',
      ])
      for (const token of [old.merchant, old.partner])
        expect((await askAt(present, verify, { token })).status).toBe(200)
      await expectReplays(present, old)
      await expectServerToOpen(present, old, database, opened['stores.recovery_words'] ?? [])
      await expectDelivery(present, old, receiver)

      const admin = await signIn(present, 'admin')
      const audit = await askAt(present, runAudit, { token: admin, body: {} })
      expect(audit, audit.text).toMatchObject({ status: 200, body: { findings: [], failure: null } })
      expect(await present.stop()).toBe(0)
    } finally {
      await database?.end()
      running?.child.kill('SIGKILL')
      await running?.ended
      await receiver.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
  1_200_000,
)
