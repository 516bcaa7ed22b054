import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cancelInvoice, createInvoice, getInvoice, markInvoice } from '@bitquay/contract/invoices'
import { changeSettings } from '@bitquay/contract/merchants'
import { fromSats } from '@bitquay/contract/money'
import { createPaymentLink, usePaymentLink } from '@bitquay/contract/payment-links'
import * as v1 from '@bitquay/contract/v1/invoices'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../test/api-keys.ts'
import { drawPagesFromSource } from '../test/draw-pages.ts'
import { attemptsOf, inDays, openAs } from '../test/due-dates.ts'
import { type Money, startMoney } from '../test/money.ts'
import { addMerchant, ask, type Someone, signInAs } from '../test/people.ts'
import { runWorker } from '../test/run-worker.ts'
import { serveRemindersPage } from './checkout/routes.reminders-page.ts'
import { queueInvoiceEmails } from './checkout/worker.ts'
import { dropIfOutdated } from './invoices/drop-if-outdated.ts'
import { sendEmails } from './mail/worker.ts'
import { syncStore } from './payments/sync-store.ts'
import { createHttpServer } from './platform/http/server.ts'
import { turnClock } from './sandbox/turn-clock.ts'
import { provisionStore } from './stores/provision-store.ts'
import type { ReadyStore } from './stores/table.ts'

const day = 86_400

let money: Money
let owner: Someone
let store: ReadyStore
let token: string
beforeAll(async () => {
  money = await startMoney({ RATE_LIMITS: 'on' })
  owner = await addMerchant(money.server)
  store = await provisionStore(money.deps, { merchantId: owner.id, name: 'Emails' })
  await money.engine.control.rate({ usd: '100000.00' })
})
afterAll(() => money.close())

let count = 0
/** Sessions end, so a person signs in again after the clock was moved. */
const signIn = async () => {
  token = await signInAs(money.server, owner, { from: `203.0.113.${++count}` })
}
const moveClock = async (seconds: number) => {
  await turnClock(money.deps, seconds)
  await sql`delete from customer_email_counts`.execute(money.deps.db)
  await signIn()
}
const now = async () =>
  (await sql<{ now: Date }>`select app_now() as now`.execute(money.deps.db)).rows[0]?.now.getTime() ?? 0
/** The calendar day, this many days from now. */
const dayIn = async (days: number) => new Date((await now()) + days * day * 1000).toISOString().slice(0, 10)

/** What the form sends for an invoice with a customer. */
const createForm = async (body: Record<string, unknown> = {}) => {
  await signIn()
  const email = `customer-${++count}@example.test`
  const { status, body: created } = await ask(money.server, createInvoice, {
    token,
    body: { amount: '26.50', buyerName: 'Ana Duarte', buyerEmail: email, dueDate: await dayIn(7), ...body },
  })
  expect(status).toBe(200)
  return { email, invoiceId: String(created.invoiceId), created }
}
const queue = () => runWorker(queueInvoiceEmails(money.deps))
const emailsTo = (recipient: string) =>
  money.deps.db.selectFrom('mailOutbox').selectAll().where('recipient', '=', recipient).orderBy('id').execute()
const subjectsTo = async (recipient: string) => (await emailsTo(recipient)).map(({ subject }) => subject)
const pay = async (invoiceId: string, amountSats?: bigint) => {
  await openAs(money.server, invoiceId)
  const engineId = (await attemptsOf(money.deps, invoiceId)).at(-1)?.engineId ?? ''
  const part = amountSats === undefined ? {} : { amountBtc: fromSats(amountSats) }
  await money.engine.control.pay({ invoiceId: engineId, method: 'onchain', ...part })
  await syncStore(money.deps, store.id)
}
const read = async (invoiceId: string) =>
  (await ask(money.server, getInvoice, { token, params: { invoiceId } })).body as {
    emails: { type: string; status: string; at: string }[]
    remindersStoppedAt: string | null
  }

const shop = 'Blue Door'

test.each([
  ['en', 'invoice for $26.50', 'receipt for $26.50', 'Here is your receipt.'],
  ['de', 'Rechnung über 26,50 $', 'Beleg über 26,50 $', 'Hier ist Ihr Beleg.'],
])(
  'an invoice emailed on Friday (%s) and paid on Monday sends one receipt, once it is confirmed',
  async (language, bill, receipt, sentence) => {
    const { email, invoiceId, created } = await createForm({ language, description: 'Coffee for 24' })
    expect(created).toMatchObject({ customerName: 'Ana Duarte', mailedAt: expect.any(String), status: 'new' })
    await moveClock(3 * day)
    await queue()
    expect(await subjectsTo(email)).toHaveLength(1)

    await pay(invoiceId)
    await queue()
    expect(await subjectsTo(email)).toHaveLength(1)
    await money.mine(1, store)
    await Promise.all([queue(), queue()])
    await queue()
    const [first, last] = await emailsTo(email)
    expect(first?.subject.replace(/\s/g, ' ')).toBe(`${shop}: ${bill}`)
    expect(first?.bodyText).toContain('Coffee for 24')
    expect(last?.subject.replace(/\s/g, ' ')).toBe(`${shop}: ${receipt}`)
    expect(last?.bodyText).toContain(sentence)
    expect((await read(invoiceId)).emails).toEqual([{ type: 'receipt', status: 'sent', at: expect.any(String) }])

    // Nobody is reminded of a paid invoice.
    await moveClock(30 * day)
    await queue()
    expect(await subjectsTo(email)).toHaveLength(2)
  },
)

test('a payment that counts before its first confirmation has its receipt after it', async () => {
  await sql`update merchants set zero_confirmation_limit_usd = 1000 where id = ${owner.id}`.execute(money.deps.db)
  const { email, invoiceId } = await createForm({ dueDate: '', confirmations: 0 })
  await money.engine.control.pay({ invoiceId, replaceable: false })
  await money.server.advance(31)
  await syncStore(money.deps, store.id)
  expect(await read(invoiceId)).toMatchObject({ status: 'settled', payments: [{ status: 'pending' }] })
  await queue()
  expect(await subjectsTo(email)).toHaveLength(1)
  await money.engine.control.mine({ blocks: 1 })
  await moveClock(120)
  await syncStore(money.deps, store.id)
  await queue()
  expect(await subjectsTo(email)).toHaveLength(2)
})

test('an invoice that is only marked as paid emails no receipt', async () => {
  const { email, invoiceId } = await createForm()
  await ask(money.server, markInvoice, { token, params: { invoiceId }, body: { status: 'settled' } })
  await queue()
  await moveClock(40 * day)
  await queue()
  expect(await subjectsTo(email)).toHaveLength(1)
})

test('reminders are sent 3 days before and 1 and 7 days after the due date, each once by two servers', async () => {
  const { email, invoiceId } = await createForm()
  const reminder = `${shop}: reminder to pay $26.50`
  const counts: number[] = []
  for (let days = 1; days <= 20; days++) {
    await moveClock(day)
    await Promise.all([queue(), queue()])
    counts.push((await subjectsTo(email)).length - 1)
  }
  // Due at the end of the seventh day.
  expect(counts.slice(0, 3)).toEqual([0, 0, 0])
  expect(counts.slice(4, 8)).toEqual([1, 1, 1, 1])
  expect(counts.slice(9, 14)).toEqual([2, 2, 2, 2, 2])
  expect(counts.at(-1)).toBe(3)
  const [, before, after, last] = await emailsTo(email)
  expect([before?.subject, after?.subject, last?.subject]).toEqual([reminder, reminder, reminder])
  expect(before?.bodyText).toContain('Your invoice is due on')
  expect(after?.bodyText).toContain('Your invoice was due on')
  for (const each of [before, after, last]) {
    expect(each?.bodyText).toMatch(
      new RegExp(`Stop reminders: http://localhost:3000/i/${invoiceId}/reminders/[\\w-]{43}\n`),
    )
  }
})

test('a clock that jumps over several reminders sends one, and a clock that goes back sends none again', async () => {
  const { email } = await createForm()
  await moveClock(40 * day)
  await queue()
  await queue()
  expect(await subjectsTo(email)).toHaveLength(2)
  await money.server.advance(-40 * day)
  await queue()
  await money.server.advance(40 * day)
  await queue()
  expect(await subjectsTo(email)).toHaveLength(2)
})

test('nobody is reminded of a canceled invoice, of one that was never emailed, or for a merchant who turned it off', async () => {
  const canceled = await createForm()
  await ask(money.server, cancelInvoice, { token, params: { invoiceId: canceled.invoiceId } })
  const unsent = await createForm()
  await sql`update invoices set mailed_at = null where invoice_id = ${unsent.invoiceId}`.execute(money.deps.db)
  await moveClock(5 * day)
  await queue()
  expect(await subjectsTo(canceled.email)).toHaveLength(1)
  expect(await subjectsTo(unsent.email)).toHaveLength(1)

  const quiet = await createForm()
  const change = (sendsReminders: boolean) => ask(money.server, changeSettings, { token, body: { sendsReminders } })
  expect((await change(false)).body).toMatchObject({ sendsReminders: false })
  await moveClock(5 * day)
  await queue()
  expect(await subjectsTo(quiet.email)).toHaveLength(1)
  await change(true)
  await moveClock(4 * day)
  await queue()
  expect(await subjectsTo(quiet.email)).toHaveLength(2)
})

test('a reminder after a partial payment asks for the rest', async () => {
  const { email, invoiceId } = await createForm()
  await pay(invoiceId, 10_000n)
  await money.mine(1, store)
  await moveClock(5 * day)
  await queue()
  const reminder = (await emailsTo(email)).at(-1)
  expect(reminder?.subject).toBe(`${shop}: reminder to pay $16.50`)
  expect(reminder?.bodyText).toContain('Still due: $16.50')
  expect(reminder?.bodyHtml).toMatch(/>Still due<\/div><div[^>]*>\$16<span[^>]*>\.50</)
})

test('a queued reminder is not sent after the payment, and is written again after a partial one', async () => {
  const paid = await createForm()
  const partly = await createForm()
  const stays = await createForm()
  await moveClock(5 * day)
  await queue()
  for (const { email } of [paid, partly, stays]) expect(await subjectsTo(email)).toHaveLength(2)
  await pay(paid.invoiceId)
  await pay(partly.invoiceId, 10_000n)
  const sent: { to: string; subject: string }[] = []
  const send = async ({ to, subject }: { to: string; subject: string }) => {
    sent.push({ to, subject })
  }
  const sendAll = async () => {
    for (const worker of sendEmails(money.deps.db, send, dropIfOutdated)) {
      while (await worker.run(new AbortController().signal));
    }
  }
  const remindersTo = (recipient: string) =>
    sent.filter(({ to, subject }) => to === recipient && subject.includes('reminder')).map(({ subject }) => subject)
  await sendAll()
  expect(remindersTo(stays.email)).toEqual([`${shop}: reminder to pay $26.50`])
  await queue()
  await sendAll()
  expect(remindersTo(paid.email)).toEqual([])
  expect(remindersTo(partly.email)).toEqual([`${shop}: reminder to pay $16.50`])
  expect(remindersTo(stays.email)).toHaveLength(1)
})

test('over a limit, receipts and reminders wait, the invoice says until when, and they are sent later', async () => {
  const address = { buyerEmail: 'regular@example.test' }
  const paid = [await createForm(address), await createForm(address), await createForm(address)]
  await moveClock(2 * 3600)
  paid.push(await createForm(address))
  await moveClock(2 * 3600)
  for (const { invoiceId } of paid) await pay(invoiceId)
  await money.mine(1, store)
  await queue()
  const receipts = async () => (await subjectsTo(address.buyerEmail)).filter((subject) => subject.includes('receipt'))
  expect(await receipts()).toHaveLength(3)
  const waiting = await Promise.all(paid.map(async ({ invoiceId }) => (await read(invoiceId)).emails[0]))
  const delayed = waiting.filter((each) => each?.status === 'delayed')
  expect(delayed).toEqual([{ type: 'receipt', status: 'delayed', at: expect.any(String) }])
  expect(Date.parse(delayed[0]?.at ?? '')).toBeGreaterThan(await now())
  await moveClock(3601)
  await queue()
  expect(await receipts()).toHaveLength(4)

  const due = await createForm()
  await moveClock(5 * day)
  await sql`insert into customer_email_counts (bucket, sent_at)
    values (${`merchant:${owner.id}`}, array(select app_now() from generate_series(1, 20)))`.execute(money.deps.db)
  await queue()
  expect(await subjectsTo(due.email)).toHaveLength(1)
  expect((await read(due.invoiceId)).emails).toMatchObject([{ type: 'reminder', status: 'delayed' }])
  await moveClock(3601)
  await queue()
  expect(await subjectsTo(due.email)).toHaveLength(2)
})

test('a server that dies between queueing a receipt and saying so sends one', async () => {
  const { email, invoiceId } = await createForm()
  await pay(invoiceId)
  await money.mine(1, store)
  const { db } = money.deps
  await sql`create function die() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`.execute(db)
  await sql`create trigger die before update on invoice_emails for each row when (new.status = 'queued')
    execute function die()`.execute(db)
  await queue().catch(() => undefined)
  expect(await subjectsTo(email)).toHaveLength(1)
  await sql`drop trigger die on invoice_emails`.execute(db)
  await moveClock(3600)
  await Promise.all([queue(), queue()])
  await queue()
  expect(await subjectsTo(email)).toEqual([expect.stringContaining('invoice for'), `${shop}: receipt for $26.50`])
})

test('after a restore, receipts and reminders that may have been sent before it wait for somebody who wants them', async () => {
  const { db } = money.deps
  const paidBefore = await createForm()
  const paidAfter = await createForm()
  const dueBefore = await createForm()
  await moveClock(5 * day)
  await pay(paidBefore.invoiceId)
  // The receipt and the reminder were sent, and a backup of the days before knows neither.
  await sql`insert into restores (backup_at, restored_at, code_hash, finished_at)
    values (app_now() - interval '5 days', app_now() + interval '1 minute', '', app_now())`.execute(db)
  await moveClock(120)
  await money.mine(1, store)
  await pay(paidAfter.invoiceId)
  await money.mine(1, store)
  await queue()
  const statesTo = async (recipient: string) => (await emailsTo(recipient)).slice(1).map(({ status }) => status)
  expect(await statesTo(paidBefore.email)).toEqual(['held'])
  expect(await statesTo(dueBefore.email)).toEqual(['held'])
  expect(await statesTo(paidAfter.email)).toEqual(['waiting'])
  // What comes after the restore is sent as usual.
  await moveClock(4 * day)
  await queue()
  expect(await statesTo(dueBefore.email)).toEqual(['held', 'waiting'])
  await sql`delete from restores`.execute(db)
})

test('orders of a shop’s plugin email nobody, and a changed due date moves the reminders', async () => {
  const key = await addApiKey(money.server, owner.id)
  const { body } = await ask(money.server, v1.createInvoice, {
    token: key,
    body: { amount: '10.00', dueDate: inDays(400) },
  })
  const { rows } = await sql`select from invoice_emails e join invoices i on i.id = e.invoice_ref
    where i.invoice_id = ${String(body.invoiceId)} or i.created_by like '%:plugin'`.execute(money.deps.db)
  expect(rows).toEqual([])
  const { email, invoiceId } = await createForm()
  await sql`update invoices set due_at = due_at + interval '30 days' where invoice_id = ${invoiceId}`.execute(
    money.deps.db,
  )
  await moveClock(9 * day)
  await queue()
  expect(await subjectsTo(email)).toHaveLength(1)
})

test('calls keep their own rules: no due date of their own, and orders of shops, links and tills email nobody', async () => {
  await signIn()
  const key = await addApiKey(money.server, owner.id)
  const { db } = money.deps
  const addressOf = (name: string) => `${name}-${++count}@example.test`

  // What is sent by hand is emailed, as it always was, and has 15 minutes.
  const called = addressOf('called')
  const { body: byCall } = await ask(money.server, createInvoice, {
    token,
    body: { amount: '26.50', buyerEmail: called },
  })
  expect(byCall).toMatchObject({ mailedAt: expect.any(String) })
  expect(byCall.dueDate ?? null).toBeNull()
  const keyed = addressOf('keyed')
  const { body: byKey } = await ask(money.server, v1.createInvoice, {
    token: key,
    body: { amount: '26.50', customerEmail: keyed },
  })
  expect(byKey.dueDate ?? null).toBeNull()
  expect(await subjectsTo(called)).toEqual([`${shop}: invoice for $26.50`])
  expect(await subjectsTo(keyed)).toEqual([`${shop}: invoice for $26.50`])

  // Customers who are at a checkout already are not emailed, also when they have paid.
  const ordered = addressOf('ordered')
  const order = await money.server.app.inject({
    method: 'POST',
    url: `/btcpay/api/v1/stores/${store.storeId}/invoices`,
    headers: { authorization: `token ${key}` },
    payload: { amount: '26.50', currency: 'USD', metadata: { buyerEmail: ordered, orderId: '7' } },
  })
  expect(order.statusCode).toBe(200)
  const { body: link } = await ask(money.server, createPaymentLink, {
    token,
    body: { title: 'Rope', amount: '26.50', askEmail: 'required' },
  })
  const linked = addressOf('linked')
  const { body: used } = await ask(money.server, usePaymentLink, {
    params: { slug: String(link.slug) },
    body: { email: linked },
  })
  for (const [invoiceId, email] of [
    [String(order.json().id), ordered],
    [String(used.invoiceId), linked],
  ] as const) {
    const row = await db
      .selectFrom('invoices')
      .select('customerEmail')
      .where('invoiceId', '=', invoiceId)
      .executeTakeFirstOrThrow()
    expect(row.customerEmail).toBe(email)
    await money.engine.control.pay({ invoiceId, method: 'onchain' })
  }
  await money.mine(1, store)
  await money.pass(31)
  await syncStore(money.deps, store.id)
  await queue()
  for (const email of [ordered, linked]) expect(await subjectsTo(email)).toEqual([])
  await moveClock(10 * day)
  await queue()
  for (const email of [called, keyed]) expect(await subjectsTo(email)).toHaveLength(1)
  for (const email of [ordered, linked]) expect(await subjectsTo(email)).toEqual([])
})

test('the link in a reminder stops them with its button only, and a guessed one does nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bitquay-reminders-'))
  writeFileSync(
    join(folder, 'refund.html'),
    '<html lang="en"><head><title>x</title></head><body><div id="root"></div></body></html>',
  )
  const pages = createHttpServer({
    logLevel: 'silent',
    trustProxy: undefined,
    secure: false,
    toApiError: () => undefined,
  })
  serveRemindersPage(pages, { ...money.deps, draw: await drawPagesFromSource() }, folder)
  const { email, invoiceId } = await createForm({ language: 'de' })
  const other = await createForm()
  await moveClock(5 * day)
  await queue()
  const link = /http:\/\/localhost:3000(\/i\/[\w-]+\/reminders\/[\w-]{43})/.exec(
    (await emailsTo(email)).at(-1)?.bodyText ?? '',
  )?.[1]
  const path = String(link)
  const wrong = [path.replace(invoiceId, other.invoiceId), `${path.slice(0, -1)}_x`, `/i/${invoiceId}/reminders/x`]
  for (const url of wrong) {
    for (const method of ['GET', 'POST'] as const) expect((await pages.inject({ method, url })).statusCode).toBe(404)
  }
  const page = await pages.inject({ url: path })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('Erinnerungen an diese Rechnung beenden?')
  expect(page.body).toContain('<form method="post" class="form-card">')
  expect(await read(invoiceId)).toMatchObject({ remindersStoppedAt: null })
  const stopped = await pages.inject({
    method: 'POST',
    url: path,
    payload: '',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(stopped.statusCode).toBe(303)
  expect((await pages.inject({ url: path })).body).toContain('Erinnerungen beendet')
  expect(await read(invoiceId)).toMatchObject({ remindersStoppedAt: expect.any(String) })
  await moveClock(30 * day)
  await queue()
  expect(await subjectsTo(email)).toHaveLength(2)
  expect((await subjectsTo(other.email)).length).toBeGreaterThan(2)
  await pages.close()
  rmSync(folder, { recursive: true })
})
