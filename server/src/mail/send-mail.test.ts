import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rendered } from '../../test/brand.ts'
import { openTestDatabase } from '../../test/database.ts'
import { applicationApprovedEmail } from '../applications/emails.ts'
import { dropIfOutdated } from '../invoices/drop-if-outdated.ts'
import { invoiceEmail } from '../invoices/email-invoice.ts'
import { createMerchant } from '../people/table.merchants.ts'
import { claimPlatform } from '../platform/db/claim-platform.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { createSmtpSender, type SendEmail } from '../platform/mail/transport.ts'
import { queueEmail, queueEmails } from './queue-email.ts'
import { sendEmails } from './worker.ts'

type Taken = { from: string; to: string[]; mail: Email }

let database: Awaited<ReturnType<typeof openTestDatabase>>
let smtp: SMTPServer
let url: string
let taken: Taken[] = []
let refuse: ((recipient: string) => Error | undefined) | undefined
beforeAll(async () => {
  database = await openTestDatabase()
  await claimPlatform(database.pool, 'sandbox', 'regtest')
  smtp = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN'],
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, answer) =>
      auth.username === 'postman' && auth.password === 'rain or shine'
        ? answer(null, { user: 'postman' })
        : answer(new Error('Invalid username or password')),
    onRcptTo: (address, _session, answer) => answer(refuse?.(address.address)),
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          const { mailFrom, rcptTo } = session.envelope
          taken.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), mail })
          answer()
        }, answer)
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const address = smtp.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  url = `smtp://postman:${encodeURIComponent('rain or shine')}@127.0.0.1:${port}`
})
beforeEach(async () => {
  taken = []
  refuse = undefined
  await database.db.deleteFrom('mailOutbox').execute()
})
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
  await database.close()
})

const from = 'Bitquay <post@pay.example.test>'
const email = applicationApprovedEmail('https://pay.example.test', 'token', 'Café Ü & <Sons>')
const queue = (to: string, merchantId?: number) =>
  inTransaction(database.db, (tx) =>
    queueEmail(tx, { to, ...email, ...(merchantId === undefined ? {} : { merchantId }) }),
  )
const addMerchant = async (name: string) =>
  inTransaction(
    database.db,
    async (tx) =>
      (await createMerchant(tx, { email: `${name}@shop.example`, storeName: name, passwordHash: 'none' })).id,
  )
const outbox = () =>
  database.db.selectFrom('mailOutbox').select(['recipient', 'status', 'attempts', 'lastError']).orderBy('id').execute()
const listRefused = () =>
  database.db
    .selectFrom('mailOutbox')
    .select(['recipient', 'refused'])
    .where('status', '=', 'waiting')
    .orderBy('id')
    .execute()
const runAll = async (send: SendEmail | undefined) => {
  const { signal } = new AbortController()
  for (const worker of sendEmails(database.db, send, dropIfOutdated)) while (await worker.run(signal));
}
const run = async (senderUrl = url) => {
  const sender = await createSmtpSender(senderUrl, from)
  try {
    await runAll(sender.send)
  } finally {
    sender.close()
  }
}

test('an email reaches a mail server with both bodies, subject, sender and recipient', async () => {
  await queue('owner@cafe.example')
  await run()
  expect(await outbox()).toEqual([{ recipient: 'owner@cafe.example', status: 'sent', attempts: 1, lastError: null }])
  expect(taken).toHaveLength(1)
  const [{ from: sender, to, mail } = { from: '', to: [], mail: undefined }] = taken
  expect([sender, to]).toEqual(['post@pay.example.test', ['owner@cafe.example']])
  const { subject, text, html } = rendered(email)
  expect(mail?.subject).toBe(subject)
  expect(mail?.from).toMatchObject({ name: 'Bitquay', address: 'post@pay.example.test' })
  expect(mail?.text?.trim()).toBe(text)
  expect(mail?.html?.trim()).toBe(html)
  expect(mail?.attachments).toEqual([])
})

test('two workers at once send each email once', async () => {
  for (let index = 0; index < 30; index++) await queue(`reader-${index}@example.test`)
  await Promise.all([run(), run()])
  expect(taken.flatMap(({ to }) => to).sort()).toEqual(
    Array.from({ length: 30 }, (_, index) => `reader-${index}@example.test`).sort(),
  )
  expect((await outbox()).every(({ status }) => status === 'sent')).toBe(true)
})

test('a refused email does not delay the others and is sent when the server accepts it', async () => {
  refuse = (recipient) =>
    recipient === 'full@example.test' ? Object.assign(new Error('Mailbox full'), { responseCode: 452 }) : undefined
  await queue('full@example.test')
  await queue('free@example.test')
  await run()
  expect(await outbox()).toEqual([
    {
      recipient: 'full@example.test',
      status: 'waiting',
      attempts: 1,
      lastError: expect.stringContaining('Mailbox full'),
    },
    { recipient: 'free@example.test', status: 'sent', attempts: 1, lastError: null },
  ])
  refuse = undefined
  await run()
  expect(taken).toHaveLength(1)
  await database.db
    .updateTable('mailOutbox')
    .set({ nextAttemptAt: new Date(0) })
    .execute()
  await run()
  expect(taken.map(({ to }) => to)).toEqual([['free@example.test'], ['full@example.test']])
})

test('nobody else sends an email while a mail server takes minutes for it, and a failure is retried soon', async () => {
  const waitsSeconds = async () => {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from next_attempt_at - app_now())::int as seconds from mail_outbox`.execute(database.db)
    return rows[0]?.seconds
  }
  await queue('slow@example.test')
  let waitsWhileSending: number | undefined
  await runAll(async () => {
    waitsWhileSending = await waitsSeconds()
    throw new Error('no answer')
  })
  expect(waitsWhileSending).toBeGreaterThan(240)
  expect(await waitsSeconds()).toBeLessThanOrEqual(25)
})

test('an email is kept when the login or the server fails, and is marked failed in the end', async () => {
  await queue('patient@example.test')
  await run(url.replace('rain', 'snow'))
  expect((await outbox())[0]).toMatchObject({
    status: 'waiting',
    lastError: expect.stringMatching(/Invalid username|EAUTH/i),
  })
  await database.db
    .updateTable('mailOutbox')
    .set({ nextAttemptAt: new Date(0), attempts: 11 })
    .execute()
  await run('smtp://127.0.0.1:1')
  expect((await outbox())[0]).toMatchObject({ status: 'failed', attempts: 12 })
  expect(taken).toEqual([])
})

test('without a mail server emails are kept for the sandbox’s mailbox', async () => {
  await queue('kept@example.test')
  await runAll(undefined)
  expect((await outbox())[0]).toMatchObject({ status: 'kept', attempts: 0 })
})

test('a name with line breaks adds no header and no recipient', async () => {
  const hostile = invoiceEmail('https://pay.example.test', {
    invoiceId: 'inv1',
    shop: {
      name: 'Blue Door\r\nBcc: victim@example.test\r\n\r\nPay elsewhere',
      color: null,
      logoUrl: null,
      supportEmail: null,
    },
    amount: '5.00',
    currency: 'USD',
    description: null,
    expiresAt: null,
  })
  await inTransaction(database.db, (tx) => queueEmail(tx, { to: 'customer@example.test', ...hostile }))
  await run()
  expect(taken.map(({ to }) => to)).toEqual([['customer@example.test']])
  expect(taken[0]?.mail.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(taken[0]?.mail.subject).toBe('Blue Door Bcc: victim@example.test Pay elsewhere: invoice for $5.00')
})

test('the link in an email can’t be read anymore once it was sent', async () => {
  const token = 'a'.repeat(43)
  const invitation = applicationApprovedEmail('https://pay.example.test', token, 'Café')
  await inTransaction(database.db, (tx) => queueEmail(tx, { to: 'owner@cafe.example', ...invitation }))
  await run()
  expect(taken[0]?.mail.text).toContain(token)
  expect(taken[0]?.mail.html).toContain(token)
  const { bodyText, bodyHtml } = await database.db.selectFrom('mailOutbox').selectAll().executeTakeFirstOrThrow()
  expect(bodyText).toContain('https://pay.example.test/welcome?token=…')
  expect(bodyText + bodyHtml).not.toContain(token)
})

test('our emails don’t wait for those of a merchant, however slowly its recipients answer', async () => {
  const flooder = await addMerchant('flooder')
  for (let index = 0; index < 30; index++) await queue(`slow-${index}@flood.example`, flooder)
  await queue('forgot@example.test')
  const sent: string[] = []
  let answer: (() => void) | undefined
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const send: SendEmail = async ({ to }) => {
    if (to.endsWith('@flood.example')) await isAnswered
    sent.push(to)
  }
  const { signal } = new AbortController()
  const running = sendEmails(database.db, send, dropIfOutdated).map((worker) => worker.run(signal))
  await expect.poll(() => sent).toEqual(['forgot@example.test'])
  answer?.()
  await Promise.all(running)
})

test('a password reset doesn’t wait for an email to everyone', async () => {
  const everyone = Array.from({ length: 30 }, (_, index) => `merchant-${index}@example.test`)
  await inTransaction(database.db, (tx) => queueEmails(tx, everyone, { ...email, isMass: true }))
  await queue('forgot@example.test')
  const sent: string[] = []
  await runAll(async ({ to }) => {
    sent.push(to)
    // Requested while the others are being sent.
    if (sent.length === 10) await queue('later@example.test')
  })
  expect(sent.slice(0, 2)).toContain('forgot@example.test')
  expect(sent.slice(10, 13)).toContain('later@example.test')
  expect(sent).toHaveLength(32)
})

test('merchants take turns, so that one with many emails delays no other', async () => {
  const [flooder, quiet, third] = [await addMerchant('many'), await addMerchant('one'), await addMerchant('two')]
  for (let index = 0; index < 30; index++) await queue(`flood-${index}@example.test`, flooder)
  await queue('one@example.test', quiet)
  await queue('two@example.test', third)
  const sent: string[] = []
  await runAll(async ({ to }) => {
    sent.push(to)
  })
  expect(sent.slice(0, 3).toSorted()).toEqual(['flood-0@example.test', 'one@example.test', 'two@example.test'])
  expect(new Set(sent).size).toBe(32)
})

test('a refused email is told from a mail server that isn’t there', async () => {
  refuse = () => Object.assign(new Error('No such mailbox'), { responseCode: 550 })
  await queue('nobody@example.test')
  await run()
  await queue('somebody@example.test')
  await run('smtp://127.0.0.1:1')
  expect(await listRefused()).toEqual([
    { recipient: 'nobody@example.test', refused: true },
    { recipient: 'somebody@example.test', refused: false },
  ])
})
