import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listActs } from '@bitquay/contract/audit-log'
import { accentsOf, deepsOf } from '@bitquay/contract/brands.color'
import type { Answer } from '@bitquay/contract/call'
import { formatLegalDay, ourLegalTexts } from '@bitquay/contract/legal-text'
import { defaultBrand, getPlatformBrand, type PlatformBrand } from '@bitquay/contract/platform-brand'
import * as calls from '@bitquay/contract/platform-brand.admin'
import { getLegalText } from '@bitquay/contract/platform-brand.legal'
import { describeV1 } from '@bitquay/contract/v1/description'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addAdmin, addMerchant, ask, type Someone, signInAs } from '../../test/people.ts'
import { requireHonestNames } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { serveSite } from '../platform/http/site.ts'
import { writeBrand } from '../platform/http/write-brand.ts'
import { writeLegal } from '../platform/http/write-legal.ts'
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
  ['an unknown field', { slogan: 'x' }],
  ['a logo of another host', { logo: 'https://evil.example/x.png' }],
  ['a logo that nobody uploaded', { logo: `/images/${'a'.repeat(40)}` }],
  ['a color that is none', { colors: { accent: 'red;}', deep: '' } }],
])('refuses %s', async (_what, change) => {
  expect((await as(calls.saveBrandDraft, { ...northsea, ...change })).status).toBe(400)
})

const picture = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 4, background: { r: 10, g: 120, b: 90, alpha: 0.5 } } })
const upload = async (file: Buffer) => as(calls.uploadBrandLogo, { image: file.toString('base64') })
const logoOf = ({ draft }: Office) => draft?.brand.logo ?? ''

test('a logo is encoded again into the draft, and served from a path of its own that runs nothing', async () => {
  await publish(northsea)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  const wide = await picture(400, 300).png().toBuffer()
  const small = await picture(100).png().toBuffer()
  const refused: [Buffer, number, RegExp][] = [
    [svg, 422, /isn’t a PNG, JPEG or WebP/],
    [Buffer.from('\x89PNG\r\n\x1a\nrubbish', 'latin1'), 422, /isn’t a PNG/],
    [await picture(5000, 20).png().toBuffer(), 422, /square/],
    [
      await sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
      422,
      /4,096/,
    ],
    [wide, 422, /square/],
    [small, 422, /128/],
    [Buffer.alloc(2 * 1024 * 1024 + 4, 1), 400, /at most 2 MB/],
  ]
  for (const [file, status, sentence] of refused) {
    const answer = await upload(file)
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringMatching(sentence)])
  }
  expect((await as(calls.getBrandOffice)).office.draft).toBeNull()

  const original = await picture(600)
    .withExif({ IFD0: { Copyright: 'a secret' } })
    .png()
    .toBuffer()
  const { status, office } = await upload(original)
  expect([status, office.draft?.brand]).toEqual([
    200,
    { ...northsea, logo: expect.stringMatching(/^\/images\/[0-9a-f]{40}$/) },
  ])
  expect((await shown()).logo, 'only the draft has it').toBe('')
  const served = await app.app.inject(logoOf(office))
  expect(served.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  expect(served.rawPayload.toString('latin1')).not.toContain('secret')
  expect(await sharp(served.rawPayload).metadata()).toMatchObject({ width: 384, height: 384, hasAlpha: true })

  const noise = Buffer.from(Array.from({ length: 384 * 384 * 4 }, (_, at) => (at * 2654435761) >>> 13))
  const busiest = await sharp(noise, { raw: { width: 384, height: 384, channels: 4 } })
    .png()
    .toBuffer()
  expect((await upload(busiest)).status, 'the largest result fits').toBe(200)
  expect((await app.app.inject(logoOf(office))).statusCode, 'what no draft and no version uses is deleted').toBe(404)
  const merchant = await signInAs(app, await addMerchant(app))
  expect((await ask(app, calls.uploadBrandLogo, { token: merchant, body: { image: 'AAAA' } })).status).toBe(403)
})

test('logo and colors are a style sheet with an address of its own, in pages and in no style of theirs', async () => {
  const { office } = await upload(await picture(200).png().toBuffer())
  const logo = logoOf(office)
  await publish({ ...northsea, logo, colors: { accent: '#FFE600', deep: '3366ff' } })
  const current = await shown()
  expect(current.colors).toEqual({ accent: '#ffe600', deep: '#3366ff' })
  const page = writeBrand(
    '<html data-brand=""><link rel="icon" sizes="48x48" href="/favicon.ico" /><link rel="icon" type="image/svg+xml" href="/favicon.svg" /><link rel="apple-touch-icon" href="/apple-touch-icon.png" /><meta property="og:image" content="https://x.example/preview.png" /></head>',
    current,
  )
  const style = /<link rel="stylesheet" href="(\/brand\/[^"]+)">/.exec(page)?.[1] ?? ''
  expect(page).not.toMatch(/favicon|apple-touch-icon\.png|preview\.png|style=/)
  expect(page).toContain(`<link rel="icon" href="${logo}" />`)
  expect(page).toContain(`content="https://x.example${logo}"`)
  const sheet = await app.app.inject(style)
  expect([sheet.statusCode, sheet.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  expect(sheet.body).toContain(`url(${logo})`)
  const accent = accentsOf('#ffe600')
  expect(sheet.body).toContain(`:root,[data-theme="light"]{--signal:${accent.light.signal};`)
  expect(sheet.body).toContain(`[data-theme="dark"]{--signal:${accent.dark.signal};`)
  expect(sheet.body).toContain(`--deep:${deepsOf('#3366ff').light.deep};`)
  for (const path of ['/brand/x.css', '/brand/own-own-own;}.css', '/brand/own-own-https.css', '/brand/..%2f..%2fx.css'])
    expect((await app.app.inject(path)).statusCode, path).toBe(404)
  expect(writeBrand('<html data-brand=""></head>', defaultBrand)).not.toContain('<link')

  const { rows } = await sql<{ bodyHtml: string }>`
    select body_html from mail_outbox where recipient = ${admin.email} order by id desc limit 1`.execute(app.deps.db)
  expect(rows[0]?.bodyHtml).toContain(`src="${app.deps.config.publicUrl}${logo}"`)
  expect(rows[0]?.bodyHtml).toContain(`background:${accent.light.signal};border-radius:6px`)
  expect(rows[0]?.bodyHtml).toContain(`background:${deepsOf('#3366ff').light.deep};border-radius:10px`)
  expect(rows[0]?.bodyHtml).not.toMatch(/#f2551a|#0c2230;border-radius:10px/)

  const [last] = (await as(calls.getBrandOffice)).office.history
  await as(calls.undoBrand, { id: last?.id })
  expect(await shown()).toMatchObject({ logo: '', colors: { accent: '', deep: '' } })
  expect((await app.app.inject(logo)).statusCode, 'a version that was published keeps its logo').toBe(200)
})

test('a brand that was saved before logos and colors has ours', async () => {
  const { logo: _logo, colors: _colors, ...before } = { ...northsea, name: 'Older Pay' }
  await sql`insert into platform_brands (brand, is_draft) values (${JSON.stringify(before)}, false)`.execute(
    app.deps.db,
  )
  app.deps.brand.forget()
  expect(await shown()).toEqual({ ...northsea, name: 'Older Pay' })
})

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const ourPage =
  '<html data-brand=""><body><div id="root" data-drawn="visitor"><p>head</p><article class="site legal stack"><h1 class="hull">Terms of Service</h1><p>Ours</p></article><p>foot</p></div></body></html>'
const termsPage = async () => {
  const { brand, legal } = await app.deps.brand.readPages()
  return writeLegal(writeBrand(ourPage, brand), 'terms', legal.terms)
}
const emailsTo = async (recipient: string, subject: string) => {
  const { rows } = await sql<{ bodyText: string; isMass: boolean }>`
    select body_text, is_mass from mail_outbox where recipient = ${recipient} and subject = ${subject}`.execute(
    app.deps.db,
  )
  return rows
}

test('changed terms are announced to every merchant once, shown beside the present ones, and apply from their day', async () => {
  const merchants = [await addMerchant(app), await addMerchant(app)]
  const admins = token
  await publish(northsea)
  const draft = (text: string, from: string) =>
    as(calls.saveBrandDraft, { ...northsea, legal: { ...ourLegalTexts, terms: { text, from } } })
  const present = '## Our terms\nYou & we **agree**, see [more](https://northsea.example/x).'
  expect((await draft(present, day(0))).status).toBe(200)
  expect((await ask(app, getLegalText, { params: { name: 'terms' } })).body, 'a draft is seen by nobody').toEqual({
    present: ourLegalTexts.terms,
    coming: [],
  })
  const published = await Promise.all([1, 2, 3].map(() => as(calls.publishBrand, {})))
  expect(
    published.map(({ status }) => status).toSorted((a, b) => a - b),
    'of three clicks one counts',
  ).toEqual([200, 404, 404])
  for (const { email } of merchants) {
    const sent = await emailsTo(email, 'Changes to our Terms of Service')
    expect(sent).toEqual([
      { isMass: true, bodyText: expect.stringContaining(`Terms of Service, from: ${formatLegalDay(day(0))}`) },
    ])
  }
  expect(await emailsTo(admin.email, 'Changes to our Terms of Service')).toEqual([])

  expect((await draft('# Later\nA new text.', day(30))).status).toBe(200)
  const { office } = await as(calls.publishBrand, {})
  expect(office.publishedLegal.terms).toEqual({ text: '# Later\nA new text.', from: day(30) })
  const { body } = await ask(app, getLegalText, { params: { name: 'terms' } })
  expect(body).toEqual({ present: { text: present, from: day(0) }, coming: [office.publishedLegal.terms] })
  const page = await termsPage()
  expect(page).toContain(
    '<p>You &amp; we <b>agree</b>, see <a href="https://northsea.example/x" rel="noreferrer">more</a>.</p>',
  )
  expect(page).toContain(`From ${formatLegalDay(day(30))}</h2>`)
  expect(page).toMatch(/<p>head<\/p>[\s\S]*<p>foot<\/p>/)
  expect(page).not.toMatch(/data-drawn|Ours/)
  expect(JSON.parse(/id="legal-terms">([^<]*)</.exec(page)?.[1] ?? '')).toEqual(body)

  await app.advance(31 * 86_400)
  app.deps.brand.forget()
  expect((await ask(app, getLegalText, { params: { name: 'terms' } })).body).toEqual({
    present: office.publishedLegal.terms,
    coming: [],
  })
  token = await signInAs(app, admin)
  expect((await as(calls.undoBrand, { id: office.history[0]?.id })).status).toBe(200)
  expect((await as(calls.getBrandOffice)).office.publishedLegal.terms.text).toBe(present)
  for (const { email } of merchants)
    expect(await emailsTo(email, 'The change of our Terms of Service was taken back')).toHaveLength(1)
  await app.advance(-31 * 86_400)
  token = admins
  await publish(northsea)
  for (const { email } of merchants)
    expect(await emailsTo(email, 'Changes to our Terms of Service'), 'nothing changed').toHaveLength(2)
})

test('a text with a placeholder or a day that has passed stays a draft, and markup isn’t saved', async () => {
  const { publishedLegal } = (await as(calls.getBrandOffice)).office
  const legal = (text: string, from = day(1)) => ({
    ...northsea,
    legal: { ...publishedLegal, privacy: { text, from } },
  })
  for (const [text, from, path] of [
    ['Between [Company] and you', day(1), 'legal.privacy.text'],
    ['The law of {state}', day(1), 'legal.privacy.text'],
    ['Lorem ipsum', day(1), 'legal.privacy.text'],
    ['A text.', day(-1), 'legal.privacy.from'],
    ['A text.', '', 'legal.privacy.from'],
  ] as const) {
    expect((await as(calls.saveBrandDraft, legal(text, from))).status).toBe(200)
    const refused = await as(calls.publishBrand, {})
    expect([refused.status, refused.body.fields]).toEqual([400, [expect.objectContaining({ path })]])
  }
  expect((await ask(app, getLegalText, { params: { name: 'privacy' } })).body).toMatchObject({ coming: [] })
  for (const text of ['<script>alert(1)</script>', '[x](javascript:alert(1))', 'x'.repeat(40_001)])
    expect((await as(calls.saveBrandDraft, legal(text))).status, text.slice(0, 20)).toBe(400)
  expect((await as(calls.saveBrandDraft, legal('A text.', '2026-02-31'))).status).toBe(400)
  await as(calls.discardBrandDraft)
})

test('an earlier version is a draft again with its legal texts, and a text that changes needs a new day', async () => {
  const { publishedLegal } = (await as(calls.getBrandOffice)).office
  const [older, newer] = [
    { text: '## Older\nA text.', from: day(1) },
    { text: '## Newer\nA text.', from: day(2) },
  ]
  for (const terms of [older, newer]) {
    await as(calls.saveBrandDraft, { ...northsea, legal: { ...publishedLegal, terms } })
    expect((await as(calls.publishBrand, {})).status).toBe(200)
  }
  const { history } = (await as(calls.getBrandOffice)).office
  const reused = await as(calls.reuseBrand, { id: history[1]?.id })
  expect(reused.office.draft?.legal).toEqual({ ...publishedLegal, terms: { text: older.text, from: '' } })
  const refused = await as(calls.publishBrand, {})
  expect([refused.status, refused.body.fields]).toEqual([400, [expect.objectContaining({ path: 'legal.terms.from' })]])
  // The newest one keeps its day.
  expect((await as(calls.reuseBrand, { id: history[0]?.id })).office.draft?.legal.terms).toEqual(newer)
  expect((await as(calls.reuseBrand, { id: 2_000_000 })).status).toBe(404)
  await as(calls.discardBrandDraft)
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
