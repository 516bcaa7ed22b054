import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listActs } from '@bitquay/contract/audit-log'
import type { Answer } from '@bitquay/contract/call'
import { defaultBrand, getPlatformBrand, type PlatformBrand } from '@bitquay/contract/platform-brand'
import * as calls from '@bitquay/contract/platform-brand.admin'
import { describeV1 } from '@bitquay/contract/v1/description'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addAdmin, addMerchant, ask, type Someone, signInAs } from '../../test/people.ts'
import { requireHonestNames } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { serveSite } from '../platform/http/site.ts'
import { createBrandReader } from '../platform-brand/index.ts'

let app: TestApp
let admin: Someone
let token: string
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'off' })
  admin = await addAdmin(app)
  token = await signInAs(app, admin)
})
afterAll(() => app.close())

const northsea: PlatformBrand = {
  ...defaultBrand,
  name: 'Northsea Pay',
  domain: 'northsea.example',
  addresses: { ...defaultBrand.addresses, support: 'help@northsea.example' },
  figures: { ...defaultBrand.figures, volume: { figure: '€2M', words: 'processed each week' } },
}

type Office = Answer<typeof calls.getBrandOffice>
const as = async (call: Parameters<typeof ask>[1], body?: object, who = token) => {
  const answer = await ask(app, call, { token: who, ...(body === undefined ? {} : { body }) })
  return { ...answer, office: answer.body as unknown as Office }
}
const publish = async (brand: PlatformBrand): Promise<Office> => {
  expect((await as(calls.saveBrandDraft, brand)).status).toBe(200)
  const { status, office } = await as(calls.publishBrand, {})
  expect(status).toBe(200)
  return office
}
const shown = async () => (await ask(app, getPlatformBrand)).body as unknown as PlatformBrand

test('a draft is seen by nobody, and everyone sees what is published', async () => {
  expect(await shown()).toEqual(defaultBrand)
  const { office } = await as(calls.saveBrandDraft, northsea)
  expect(office.draft).toMatchObject({ brand: northsea, savedBy: admin.email })
  expect(await shown()).toEqual(defaultBrand)
  const published = (await as(calls.publishBrand, {})).office
  expect(published).toMatchObject({ published: northsea, draft: null, history: [{ brand: northsea, takesBack: null }] })
  expect(await shown()).toEqual(northsea)
  expect((await as(calls.publishBrand, {})).status, 'there is no draft any more').toBe(404)
})

test('documents and emails have the new name at once, on this server', async () => {
  await publish(northsea)
  expect((await ask(app, describeV1)).body).toMatchObject({ info: { title: 'Northsea Pay API' } })
  const { rows } = await sql<{ bodyText: string; bodyHtml: string }>`
    select body_text, body_html from mail_outbox where recipient = ${admin.email} order by id desc limit 1`.execute(
    app.deps.db,
  )
  expect(rows[0]?.bodyText).toMatch(/\nNorthsea Pay\n/)
  expect(rows[0]?.bodyHtml).toContain('>Northsea Pay</td>')
  expect(rows[0]?.bodyHtml).not.toContain('Bitquay')
})

test('another server shows it within seconds, on pages, in data for scripts and in the map of names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bitquay-brand-'))
  const page = '<html data-brand=""><title>{{brand.name}}</title><a href="mailto:{{brand.addresses.support}}">x</a>'
  for (const name of ['index.html', 'robots.txt']) await writeFile(join(folder, name), page)
  const other = createHttpServer({
    logLevel: 'silent',
    trustProxy: undefined,
    secure: true,
    toApiError: () => undefined,
  })
  serveSite(other, folder, { mode: 'live', publicUrl: 'https://x.example', brand: createBrandReader(app.deps.db) })
  const open = async (path = '/') => (await other.inject(path)).body
  try {
    await publish(defaultBrand)
    await expect.poll(() => open()).toContain('<title>Bitquay</title>')
    await publish({ ...northsea, name: 'Fish & Chips' })
    await expect.poll(() => open(), { timeout: 10_000 }).toContain('<title>Fish &amp; Chips</title>')
    expect(await open()).toContain('href="mailto:help@northsea.example"')
    const data = /data-brand="([^"]*)"/.exec(await open())?.[1] ?? ''
    expect(JSON.parse(data.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))).toMatchObject({ name: 'Fish & Chips' })

    await as(calls.saveBrandDraft, { ...northsea, name: 'Draft Pay' })
    const { url } = (await ask(app, calls.previewBrand, { token })).body as { url: string }
    expect(await open(url.slice(url.indexOf('/about')))).toContain('<title>Draft Pay</title>')
    expect(await open('/?preview=guessed')).toContain('<title>Fish &amp; Chips</title>')
    await app.advance(31 * 60)
    expect(await open(url.slice(url.indexOf('/about'))), 'the link has ended').toContain('Fish &amp; Chips')
  } finally {
    // So much later, the password counts as old.
    token = await signInAs(app, admin)
    await other.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('one click takes the last version back, once, and all admins learn of both', async () => {
  const second = await addAdmin(app)
  await publish(northsea)
  const [last] = (await publish({ ...northsea, name: 'Hijacked' })).history
  const undone = await Promise.all([1, 2, 3].map(() => as(calls.undoBrand, { id: last?.id })))
  expect(undone.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect(await shown()).toEqual(northsea)
  const [current] = (await as(calls.getBrandOffice)).office.history
  expect((await as(calls.undoBrand, { id: current?.id })).status, 'nobody shows it again without a code').toBe(409)
  expect(await shown()).toEqual(northsea)
  const { rows } = await sql<{ subject: string }>`
    select subject from mail_outbox where recipient = ${second.email} order by id`.execute(app.deps.db)
  expect(rows.map(({ subject }) => subject).slice(-2)).toEqual([
    'The platform’s brand was changed',
    'A change of the platform’s brand was undone',
  ])
  const { body } = await ask(app, listActs, { token })
  expect((body as unknown as { act: string }[]).slice(0, 2).map(({ act }) => act)).toEqual([
    'brand-taken-back',
    'brand-published',
  ])
})

test.each([
  ['a name with markup', { name: '<b>Pay</b>' }],
  ['an empty name', { name: ' ' }],
  ['a name that turns the reading direction', { name: 'yaP\u202Eevil' }],
  ['a name that fills a token', { name: '{{brand.domain}}' }],
  ['a long name', { name: 'x'.repeat(31) }],
  ['an address that is none', { addresses: { ...defaultBrand.addresses, support: 'nobody' } }],
  ['a domain with a path', { domain: 'northsea.example/pay' }],
  ['a figure without words', { figures: { ...defaultBrand.figures, volume: { figure: '1', words: '' } } }],
  ['an unknown field', { logo: 'x' }],
])('refuses %s', async (_what, change) => {
  expect((await as(calls.saveBrandDraft, { ...northsea, ...change })).status).toBe(400)
})

test('outside the sandbox, publishing needs a recent password and a code', async () => {
  const live = await startTestApp({
    BTCPAY_URL: 'http://127.0.0.1:1',
    BTCPAY_API_KEY: 'key',
    APP_SECRET: 'a-long-secret-for-this-test-only-0123',
    PUBLIC_URL: 'https://pay.example.test',
    SMTP_URL: 'smtp://127.0.0.1:1',
  })
  try {
    const operator = await signInAs(live, await addAdmin(live))
    const asked = { token: operator, body: northsea }
    expect((await ask(live, calls.saveBrandDraft, asked)).status).toBe(200)
    const refused = await ask(live, calls.publishBrand, { token: operator, body: {} })
    expect([refused.status, refused.body.code]).toEqual([403, 'admin-second-factor-needed'])
    await sql`update sessions set password_checked_at = password_checked_at - interval '11 minutes'`.execute(
      live.deps.db,
    )
    const late = await ask(live, calls.publishBrand, { token: operator, body: {} })
    expect([late.status, late.body.code]).toEqual([403, 'password-needed'])
  } finally {
    await live.close()
  }
})

test('merchants can’t use the platform’s name, what looks like it, or a name it had before', async () => {
  await publish({ ...northsea, name: 'Harbor Pay' })
  await publish(northsea)
  const merchant = await addMerchant(app)
  const isRefused = (name: string) =>
    inTransaction(app.deps.db, (tx) => requireHonestNames(tx, { merchantId: merchant.id }, { name })).then(
      () => false,
      () => true,
    )
  for (const name of [
    'Northsea Pay',
    'NORTHSEA-PAY support',
    'N0rthsea.Pay',
    'Nоrthsea Pay',
    'Harbor Pay Shop',
    'Bitquay',
  ])
    expect(await isRefused(name), name).toBe(true)
  for (const name of ['North Sea Fish', 'Harbor Books', 'Pay Less Shoes', 'Kestrel'])
    expect(await isRefused(name), name).toBe(false)
})
