import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { applicationList } from '@bitquay/contract/applications.admin'
import { applicationStatuses } from '@bitquay/contract/applications.words'
import { auditLog, storeActivity } from '@bitquay/contract/audit-log'
import {
  type additionalStatuses,
  invoiceList,
  invoiceStates,
  type invoiceStatuses,
  listInvoices,
  printInvoices,
} from '@bitquay/contract/invoices'
import { loopOutList, loopOutStatuses } from '@bitquay/contract/loop-out'
import { emailList, emailStates } from '@bitquay/contract/mail'
import { merchantList } from '@bitquay/contract/merchants.admin'
import { peopleList, personStatuses, seenTimes, twoFactorStates } from '@bitquay/contract/merchants.people'
import { centsOfSats, fromCents, fromSats, fromUsd8, toSats } from '@bitquay/contract/money'
import { partnerTransactionList } from '@bitquay/contract/partners'
import { linkList, linkStatuses } from '@bitquay/contract/payment-links'
import { transactionList } from '@bitquay/contract/transactions'
import { adminTransactionList } from '@bitquay/contract/transactions.admin'
import { listInvoices as listByKey } from '@bitquay/contract/v1/invoices'
import { deliveryList, deliveryStatuses } from '@bitquay/contract/webhooks'
import { printWithdrawals, withdrawalList, withdrawalStates } from '@bitquay/contract/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../test/api-keys.ts'
import { startTestApp, type TestApp } from '../test/app.ts'
import { type Fact, insertStores, moments, proveDeclaredList, readStatement } from '../test/lists.ts'
import { addAdmin, addMerchant, addPartner, ask, type Someone, signInAs } from '../test/people.ts'
import { allTransactions, transactions } from './history/list.ts'
import { invoiceNeighbors } from './invoice-neighbors.ts'
import { invoices } from './invoices/list.ts'
import { earnings } from './partners/list.ts'
import type { Db } from './platform/db/connect.ts'
import { withdrawalsOf } from './withdrawals/list.ts'

/** Every declared list, proven with rows around the ends of days. */

let server: TestApp
let own: Someone
let other: Someone
let tokens: { admin: string; merchant: string }

beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'off' })
  ;[own, other] = [await addMerchant(server), await addMerchant(server)]
  tokens = { admin: await signInAs(server, await addAdmin(server)), merchant: await signInAs(server, own) }
})
afterAll(() => server.close())

/** Inserts a row for each moment. Returns what the test knows of it. */
const insertEach = async <F>(describe: (index: number) => F, insert: (fact: F & { at: Date }) => Promise<unknown>) => {
  const facts: (F & Fact)[] = []
  for (const [index, at] of moments.entries()) {
    const fact = { ...describe(index), at }
    facts.push({ ...fact, id: String(await insert(fact)) })
  }
  return facts
}

const insertRow = async (statement: ReturnType<typeof sql<{ id: number | bigint }>>) =>
  (await statement.execute(server.deps.db)).rows[0]?.id

const all = { query: {}, keeps: () => true }
const byDate = { date: ({ at }: Fact) => at.getTime() }
const pick = <T>(values: readonly [T, ...T[]], index: number): T => values[index % values.length] ?? values[0]

/** A filter for each value of a field. */
const eachOf = <Name extends string>(name: Name, values: readonly string[]) =>
  values.map((value) => ({
    query: { [name]: value },
    keeps: (fact: Record<Name, string>) => fact[name] === value,
  }))

const countEach = <Name extends string>(
  name: Name,
  values: readonly string[],
  facts: readonly Record<Name, string>[],
) => Object.fromEntries(values.map((value) => [value, facts.filter((fact) => fact[name] === value).length]))

const proven: object[] = []

test('the audit log and the activity of a store', async () => {
  proven.push(auditLog, storeActivity)
  // Signing in is in the log, too. The test lists only what it inserts.
  await sql`alter table act_log disable trigger all`.execute(server.deps.db)
  await sql`delete from act_log`.execute(server.deps.db)
  const describe = (index: number) => ({
    act: pick(['settings-changed', 'signed-in', 'webhook-added'], index),
    actorKind: pick(['merchant', 'admin', 'api-key', 'merchant-user', 'anonymous'], index),
    merchantId: pick([own.id, other.id], index),
    email: `person-${index % 4}@example.test`,
    source: `10.0.${index % 3}.1`,
  })
  type ActFact = Fact & ReturnType<typeof describe>
  const facts = await insertEach(describe, ({ at, act, actorKind, merchantId, email, source }) =>
    insertRow(sql`insert into act_log (at, act, actor_kind, actor_email, merchant_id, source_address)
      values (${at}, ${act}, ${actorKind}, ${email}, ${merchantId}, ${source}) returning id`),
  )
  await proveDeclaredList<ActFact>({
    ...{ server, facts, token: tokens.admin, list: auditLog, sorts: byDate },
    filters: [
      all,
      { query: { act: 'signed-in' }, keeps: ({ act }) => act === 'signed-in' },
      { query: { actorKind: 'admin' }, keeps: ({ actorKind }) => actorKind === 'admin' },
      { query: { merchantId: String(own.id) }, keeps: ({ merchantId }) => merchantId === own.id },
      { query: { search: 'person-2@example.test' }, keeps: ({ email }) => email === 'person-2@example.test' },
      { query: { search: '10.0.1' }, keeps: ({ source }) => source === '10.0.1.1' },
      {
        query: { search: 'PERSON-1', act: 'webhook-added', merchantId: String(other.id) },
        keeps: ({ email, act, merchantId }) =>
          email.startsWith('person-1') && act === 'webhook-added' && merchantId === other.id,
      },
    ],
  })
  const isOwn = ({ merchantId, actorKind }: ActFact) =>
    merchantId === own.id && ['merchant', 'merchant-user', 'api-key'].includes(actorKind)
  await proveDeclaredList<ActFact>({
    ...{ server, facts, token: tokens.merchant, list: storeActivity, sorts: byDate },
    filters: [
      { query: {}, keeps: isOwn },
      { query: { act: 'signed-in' }, keeps: (fact) => isOwn(fact) && fact.act === 'signed-in' },
    ],
    foreignCursor: facts.find(({ merchantId }) => merchantId === other.id)?.id ?? '',
  })
}, 300_000)

test('deliveries of a webhook', async () => {
  proven.push(deliveryList)
  const insertEndpoint = async (merchantId: number) =>
    Number(
      await insertRow(sql`insert into webhook_endpoints (merchant_id, tag, url, events, secret, created_by)
        values (${merchantId}, ${`tag-${merchantId}`}, 'https://shop.example.test', '{*}', 'sealed', 'someone') returning id`),
    )
  const [endpoint, foreign] = [await insertEndpoint(own.id), await insertEndpoint(other.id)]
  const describe = (index: number) => ({
    status: pick(deliveryStatuses, index),
    type: pick(['invoice.created', 'invoice.settled', 'ping', 'refund.claimed', 'invoice.created'], index),
    triedAt: index % 2 === 0 ? null : new Date(Date.UTC(2026, 5, 1, (index * 31) % 97)),
    dueAt: new Date(Date.UTC(2026, 5, 10, (index * 7) % 13)),
  })
  type DeliveryFact = Fact & ReturnType<typeof describe>
  /** The type is the one of the event. */
  const insert = (
    merchantId: number,
    endpointId: number,
    { at, status, type, triedAt, dueAt }: Omit<DeliveryFact, 'id'>,
  ) =>
    insertRow(sql`with event as (
        insert into api_events (merchant_id, event_id, type, object)
        values (${merchantId}, ${`evt-${crypto.randomUUID()}`}, ${type}, '{}') returning id
      )
      insert into webhook_deliveries (endpoint_id, event_ref, status, last_attempt_at, due_at, created_at)
      select ${endpointId}, id, ${status}, ${triedAt}, ${dueAt}, ${at} from event returning id`)
  /** Those that were tried or given up come first when read downwards, then the others, the next one first. */
  const attempt = ({ status, triedAt, dueAt, at }: DeliveryFact) =>
    status === 'waiting' && !triedAt ? -dueAt.getTime() : (triedAt ?? at).getTime()
  const facts = await insertEach(describe, (fact) => insert(own.id, endpoint, fact))
  const others = await insertEach(describe, (fact) => insert(other.id, foreign, fact))
  await proveDeclaredList<DeliveryFact>({
    ...{ server, facts, token: tokens.merchant, list: deliveryList, params: { id: endpoint } },
    sorts: { attempt, ...byDate },
    filters: [
      all,
      ...eachOf('status', deliveryStatuses),
      { query: { type: 'invoice.created' }, keeps: ({ type }) => type === 'invoice.created' },
      {
        query: { type: 'ping', status: 'failed' },
        keeps: ({ type, status }) => type === 'ping' && status === 'failed',
      },
    ],
    foreignCursor: others.at(-1)?.id ?? '',
    foreignParams: { id: foreign },
  })
}, 300_000)

test('merchant applications', async () => {
  proven.push(applicationList)
  const describe = (index: number) => ({
    status: pick(applicationStatuses, index),
    name: `${pick(['blue', 'Anchor', 'Zebra', 'anchor'], index)} ${index % 3}`,
    email: `applicant-${index}@example.test`,
  })
  type ApplicationFact = Fact & ReturnType<typeof describe>
  const facts = await insertEach(describe, async ({ at, status, name, email }) => {
    const merchantId = status === 'approved' ? (await addMerchant(server)).id : null
    return insertRow(sql`
      insert into merchant_applications (business_name, contact_name, email, phone, business_type, business_description,
        monthly_volume, status, reviewed_at, merchant_id, created_at)
      values (${name}, 'Contact', ${email}, '555 010 0200', 'Other', 'Something useful', 'Less', ${status},
        ${status === 'pending' ? null : at}, ${merchantId}, ${at}) returning id`)
  })
  const isFound = ({ name }: ApplicationFact) => name.toLowerCase().startsWith('anch')
  await proveDeclaredList<ApplicationFact>({
    ...{ server, facts, token: tokens.admin, list: applicationList },
    filters: [all, ...eachOf('status', applicationStatuses), { query: { search: 'anch' }, keeps: isFound }],
    sorts: { ...byDate, name: ({ name }) => name.toLowerCase() },
    summaryOf: (matching, { search }, inRange) => ({
      total: facts.length,
      filtered: matching.length,
      statuses: countEach('status', applicationStatuses, search ? inRange.filter(isFound) : inRange),
    }),
  })
}, 300_000)

test('payment links', async () => {
  proven.push(linkList)
  const describe = (index: number) => ({
    index,
    status: pick(linkStatuses, index),
    receivedCents: BigInt((index * 700) % 9000),
    title: index % 3 === 0 ? `Harbor tour ${index}` : `Ticket ${index}`,
  })
  type LinkFact = Fact & ReturnType<typeof describe>
  const facts = await insertEach(describe, (fact) => insertLink(own.id, fact))
  const others = await insertEach(describe, (fact) => insertLink(other.id, fact))
  const isFound = ({ title }: LinkFact) => title.startsWith('Harbor tour')
  await proveDeclaredList<LinkFact>({
    ...{ server, facts, token: tokens.merchant, list: linkList },
    filters: [all, ...eachOf('status', linkStatuses), { query: { search: 'bor TOUR' }, keeps: isFound }],
    sorts: { ...byDate, gross: ({ receivedCents }) => Number(receivedCents) },
    summaryOf: (matching, { search }, inRange) => ({
      total: facts.length,
      filtered: matching.length,
      receivedUsd: fromCents(matching.reduce((sum, { receivedCents }) => sum + receivedCents, 0n)),
      statuses: countEach('status', linkStatuses, search ? inRange.filter(isFound) : inRange),
    }),
    foreignCursor: others.at(-1)?.id ?? '',
  })
}, 300_000)

type NewLink = { index: number; at: Date; status: string; receivedCents: bigint; title: string }

/** What a link received comes from its paid invoices. One of them was paid and then undone by a reorganization. */
const insertLink = async (merchantId: number, { index, at, status, receivedCents, title }: NewLink) => {
  const id = await insertRow(sql`
    insert into payment_links (merchant_id, slug, title, currency, paused, expires_at, max_payments, created_by, created_at)
    values (${merchantId}, ${`slug-${merchantId}-${index}`}, ${title}, 'USD', ${status === 'paused'},
      ${status === 'expired' ? sql`app_now() - interval '1 hour'` : null}, ${status === 'used-up' ? 1 : null}, 'someone', ${at})
    returning id`)
  const { db } = server.deps
  const addInvoice = (name: string, cents: bigint) =>
    sql`insert into invoices (merchant_id, invoice_id, order_id, status, amount_usd, payment_link_id)
      values (${merchantId}, ${`${name}-${id}`}, ${`${name}-${id}`}, 'new', ${fromCents(cents)}, ${id})`.execute(db)
  const setStatus = (name: string, to: string) =>
    sql`update invoices set status = ${to} where invoice_id = ${`${name}-${id}`}`.execute(db)
  if (receivedCents > 0n || status === 'used-up') {
    await addInvoice('paid', receivedCents)
    await setStatus('paid', 'settled')
  }
  await addInvoice('undone', 777n)
  await setStatus('undone', 'settled')
  await setStatus('undone', 'invalid')
  return id
}

test('withdrawals', async () => {
  proven.push(withdrawalList)
  await insertStores(server)
  const describe = (index: number) => {
    const sent = pick(['requested', 'confirmed', 'signed', 'broadcast', 'failed', 'cancelled', 'confirmed'], index)
    const isOut = ['signed', 'broadcast', 'confirmed'].includes(sent)
    return {
      sent,
      status: sent === 'cancelled' ? 'canceled' : sent === 'confirmed' || sent === 'failed' ? sent : 'pending',
      amountCents: BigInt(5000 + ((index * 31) % 17)),
      networkFeeSats: isOut ? BigInt(141 + ((index * 977) % 3000)) : null,
      platformFeeSats: BigInt((index % 5) * 333),
      address: `bcrt1qx${index}`,
      txid: isOut ? `ab${index % 10}cde${index}` : null,
      description: index % 3 === 0 ? `Rent of pier ${index}` : null,
    }
  }
  type WithdrawalFact = Fact & ReturnType<typeof describe>
  const priceCents = 9_999_999n
  const insert = (merchantId: number, kind: string, fact: Omit<WithdrawalFact, 'id'>) =>
    insertRow(sql`
      insert into sends (kind, status, store_ref, merchant_id, address, amount_sats, amount_usd, btc_price, network_fee_from,
        fee_rate, network_fee_reserve_sats, network_fee_sats, platform_fee_sats, description, txid, requested_by,
        idempotency_key, input_hash, requested_at)
      select ${kind}, ${fact.sent}, s.id, ${merchantId}, ${fact.address}, 50000, ${fromCents(fact.amountCents)},
        ${fromCents(priceCents)}, 'wallet', 1, 200, ${fact.networkFeeSats}, ${fact.platformFeeSats}, ${fact.description},
        ${fact.txid === null ? null : `${fact.txid}${kind}${merchantId}`}, 'someone@example.test', ${`${kind} ${merchantId} ${fact.address}`}, 'x', ${fact.at}
      from stores s where s.merchant_id = ${merchantId} returning id`)
  const facts = await insertEach(describe, (fact) => insert(own.id, 'withdrawal', fact))
  const others = await insertEach(describe, (fact) => insert(other.id, 'withdrawal', fact))
  // Refunds leave the same wallet and are no withdrawals.
  await insertEach(describe, (fact) => insert(own.id, 'refund', fact))
  const networkCents = ({ networkFeeSats }: WithdrawalFact) => centsOfSats(networkFeeSats ?? 0n, priceCents)
  const platformCents = ({ platformFeeSats }: WithdrawalFact) => centsOfSats(platformFeeSats, priceCents)
  const totalCents = (fact: WithdrawalFact) => fact.amountCents + networkCents(fact) + platformCents(fact)
  const sum = (all: readonly WithdrawalFact[], of: (fact: WithdrawalFact) => bigint) =>
    all.reduce((total, fact) => total + of(fact), 0n)
  const isOut = ({ status }: WithdrawalFact) => status === 'pending' || status === 'confirmed'
  const searches: Record<string, (fact: WithdrawalFact) => boolean> = {
    'pier rent': ({ description }) => description !== null,
    AB1cd: ({ txid }) => txid?.startsWith('ab1cd') ?? false,
    bcrt1qx5: ({ address }) => address === 'bcrt1qx5',
  }
  await proveDeclaredList<WithdrawalFact>({
    ...{ server, facts, token: tokens.merchant, list: withdrawalList },
    filters: [
      all,
      ...eachOf('status', withdrawalStates),
      ...Object.entries(searches).map(([search, keeps]) => ({ query: { search }, keeps })),
    ],
    sorts: {
      ...byDate,
      gross: ({ amountCents }) => Number(amountCents),
      net: (fact) => Number(totalCents(fact)),
    },
    summaryOf: (matching, { search = '' }, inRange) => {
      const out = matching.filter(isOut)
      return {
        total: facts.length,
        filtered: matching.length,
        statuses: countEach('status', withdrawalStates, inRange.filter(searches[search] ?? (() => true))),
        amountUsd: fromCents(sum(out, ({ amountCents }) => amountCents)),
        networkFeeUsd: fromCents(sum(out, networkCents)),
        platformFeeUsd: fromCents(sum(out, platformCents)),
        totalUsd: fromCents(sum(out, totalCents)),
        exact: true,
        cap: 10_000,
      }
    },
    print: (query) => withdrawalsOf.print(server.deps.db, own.id, query),
    foreignCursor: others.at(-1)?.id ?? '',
  })
  // A statement adds up what left the wallet.
  const lines = await readStatement(server, tokens.merchant, printWithdrawals, { sort: 'gross' })
  const dollars = (of: (fact: WithdrawalFact) => bigint) =>
    `$${fromCents(sum(facts.filter(isOut), of)).replace(/^(\d+)(\d{3})\./, '$1,$2.')}`
  expect(lines).toContainEqual([
    'Pending and confirmed',
    dollars(({ amountCents }) => amountCents),
    dollars(networkCents),
    dollars(platformCents),
    dollars(totalCents),
  ])
}, 300_000)

type InvoiceStatus = (typeof invoiceStatuses)[number]
type Additional = (typeof additionalStatuses)[number]
type InvoiceFact = Fact & {
  merchantId: number
  status: InvoiceStatus
  additional: Additional
  grossCents: bigint | null
  receivedCents: bigint
  name: string | null
  email: string | null
  isOverdue: boolean
  refund: 'none' | 'offered' | 'expired' | 'canceled' | 'claimed'
}

/** Every pair of statuses that BTCPay reports, and the one word for it. */
const stateOf = ({ status, additional }: Pick<InvoiceFact, 'status' | 'additional'>) => {
  if (status === 'invalid') return 'invalid'
  if (status === 'processing') return 'confirming'
  if (additional === 'paid-over') return 'overpaid'
  if (additional === 'paid-late') return 'paid-late'
  if (status === 'settled') return 'paid'
  if (additional === 'paid-partial') return 'partially-paid'
  return status === 'expired' ? 'expired' : 'unpaid'
}
const needsAttention = (fact: InvoiceFact) =>
  ['overpaid', 'paid-late', 'partially-paid'].includes(stateOf(fact)) && !['offered', 'claimed'].includes(fact.refund)

const isOverdueInvoice = (fact: InvoiceFact) => fact.isOverdue && fact.status === 'new'

const engineStatuses: [InvoiceStatus, Additional][] = [
  ['new', 'none'],
  ['settled', 'none'],
  ['settled', 'paid-over'],
  ['expired', 'paid-late'],
  ['expired', 'paid-partial'],
  ['new', 'paid-partial'],
  ['processing', 'none'],
  ['processing', 'paid-over'],
  ['expired', 'none'],
  ['invalid', 'none'],
  ['invalid', 'marked'],
  ['settled', 'marked'],
  ['settled', 'paid-partial'],
]
const refunds = ['none', 'none', 'offered', 'none', 'expired', 'claimed', 'canceled'] as const

const describeInvoice = (at: Date, index: number, merchantId: number): InvoiceFact => {
  const [status, additional] = engineStatuses[index % engineStatuses.length] ?? ['new', 'none']
  return {
    id: `inv-${merchantId}-${index}`,
    at,
    merchantId,
    status,
    additional,
    grossCents: index % 9 === 4 ? null : BigInt(1000 + ((index * 37) % 50)),
    receivedCents: ['new', 'processing', 'invalid'].includes(status) ? 0n : BigInt((index * 13) % 700),
    name: [null, 'Ana Duarte', 'coral Bay', null][index % 4] ?? null,
    email: [null, null, 'office@coral.example', 'zoe@example.test'][index % 4] ?? null,
    isOverdue: index % 4 > 1,
    refund: refunds[index % refunds.length] ?? 'none',
  }
}

/** Statuses come as the engine reports them, received dollars through booked payments, and refunds through their claim. */
const insertInvoices = async (db: Db, all: readonly InvoiceFact[]) => {
  const rows = all.map((fact) => ({
    ...fact,
    grossCents: undefined,
    receivedCents: undefined,
    gross: fact.grossCents === null ? null : fromCents(fact.grossCents),
  }))
  const invoices = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (id text, at timestamptz, "merchantId" int,
    status text, additional text, gross numeric, name text, email text, "isOverdue" boolean)`
  await sql`insert into invoices (merchant_id, invoice_id, order_id, amount, amount_usd, currency, price_amount, description,
      customer_name, customer_email, created_at, created_by, due_at, overdue_at)
    select f."merchantId", f.id, f.id, 0.001, f.gross, 'USD', 10, 'Order ' || f.id, f.name, f.email, f.at, 'merchant:' || f."merchantId",
      case when f."isOverdue" then f.at end, case when f."isOverdue" then f.at end
    from ${invoices}`.execute(db)
  await insertPayments(
    db,
    all.filter(({ receivedCents }) => receivedCents > 0n),
  )
  await sql`update invoices i set status = f.status, additional_status = f.additional from ${invoices} where f.id = i.invoice_id`.execute(
    db,
  )
  for (const fact of all) if (fact.refund !== 'none') await insertRefund(db, fact)
}

/** Each in two payments. A failed one and one that a reorganization removed do not count. */
const insertPayments = async (db: Db, paid: readonly InvoiceFact[]) => {
  const rows = paid.flatMap(({ id, merchantId, receivedCents }) =>
    [receivedCents / 3n, receivedCents - receivedCents / 3n, 999n, 888n].map((cents, part) => ({
      ...{ id, merchantId, part },
      usd: fromCents(cents),
    })),
  )
  await sql`insert into transactions (merchant_id, txid, engine_key, type, purpose, amount, amount_usd, method, status, invoice_id)
    select p."merchantId", p.id || '/' || p.part, p.id || '/' || p.part, 'incoming', 'invoice', 0.0001, p.usd,
      case p.part when 0 then 'lightning' else 'on-chain' end, 'pending', p.id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (id text, "merchantId" int, part int, usd numeric)`.execute(
    db,
  )
  await sql`update transactions set status = 'failed' where engine_key like '%/2'`.execute(db)
  await sql`update transactions set status = 'confirmed', booked = true where engine_key not like '%/2'`.execute(db)
  await sql`update transactions set status = 'pending', booked = false where engine_key like '%/3'`.execute(db)
}

const insertRefund = async (db: Db, { id, merchantId, refund }: InvoiceFact) => {
  const expires = refund === 'expired' ? sql`app_now() - interval '1 hour'` : sql`app_now() + interval '1 day'`
  await sql`insert into refunds (merchant_id, invoice_id, kind, amount_sats, amount_usd, btc_price, token_hash, offered_by, expires_at)
    values (${merchantId}, ${id}, 'overpaid', 1000, 1, 100000, ${Buffer.from(id)}, 'someone', ${expires})`.execute(db)
  if (refund === 'canceled') {
    await sql`update refunds set status = 'called-off', called_off_at = app_now() where invoice_id = ${id}`.execute(db)
  }
  if (refund === 'claimed') {
    await sql`with send as (
        insert into sends (kind, store_ref, merchant_id, address, amount_sats, amount_usd, btc_price, network_fee_from, fee_rate,
          network_fee_reserve_sats, requested_by, idempotency_key, input_hash)
        select 'refund', id, ${merchantId}, 'address', 1000, 1, 100000, 'wallet', 1, 200, 'someone', ${id}, 'x'
        from stores where merchant_id = ${merchantId} returning id
      )
      update refunds set status = 'claimed', send_id = send.id, claimed_at = app_now() from send where invoice_id = ${id}`.execute(
      db,
    )
  }
}

test('invoices', async () => {
  proven.push(invoiceList)
  const alone = await startTestApp({ RATE_LIMITS: 'off' })
  const { db } = alone.deps
  const [mine, foreign] = [await addMerchant(alone), await addMerchant(alone)]
  const token = await signInAs(alone, mine)
  await insertStores(alone)
  const described = [...moments, ...moments].flatMap((at, index) =>
    [mine.id, foreign.id].map((merchantId) => describeInvoice(at, index, merchantId)),
  )
  await insertInvoices(db, described)
  const facts = described.filter(({ merchantId }) => merchantId === mine.id)
  const { rows: last } = await sql<{ id: number }>`
    select max(id) as id from invoices where merchant_id = ${foreign.id}`.execute(db)
  const others: Record<string, (fact: InvoiceFact) => boolean> = {
    'coral bay': ({ name }) => name === 'coral Bay',
    'zoe@': ({ email }) => email === 'zoe@example.test',
  }
  const states: Record<string, (fact: InvoiceFact) => boolean> = {
    ...Object.fromEntries(invoiceStates.map((state) => [state, (fact: InvoiceFact) => stateOf(fact) === state])),
    attention: needsAttention,
    overdue: isOverdueInvoice,
  }
  const bySearch = Object.entries(others).map(([search, keeps]) => ({ query: { search }, keeps }))
  const usd = (all: readonly InvoiceFact[], of: (fact: InvoiceFact) => bigint | null) =>
    fromCents(all.reduce((sum, fact) => sum + (of(fact) ?? 0n), 0n))
  await proveDeclaredList<InvoiceFact>({
    ...{ server: alone, facts, token, list: invoiceList, idOf: ({ invoiceId }) => String(invoiceId) },
    filters: [
      all,
      ...Object.entries(states).map(([state, keeps]) => ({ query: { state }, keeps })),
      { query: { status: 'expired' }, keeps: ({ status }) => status === 'expired' },
      ...bySearch,
      ...bySearch.map(({ query, keeps }) => ({
        query: { ...query, state: 'attention' },
        keeps: (fact: InvoiceFact) => keeps(fact) && needsAttention(fact),
      })),
    ],
    sorts: { ...byDate, gross: ({ grossCents }) => (grossCents === null ? null : Number(grossCents)) },
    summaryOf: (matching, { status, search = '' }, inRange) => {
      const counted = inRange.filter((fact) => (status ? fact.status === status : (others[search] ?? all.keeps)(fact)))
      return {
        total: facts.length,
        filtered: matching.length,
        grossUsd: usd(matching, ({ grossCents }) => grossCents),
        receivedUsd: usd(matching, ({ receivedCents }) => receivedCents),
        states: Object.fromEntries(
          Object.entries(states).map(([state, keeps]) => [state, counted.filter(keeps).length]),
        ),
        exact: true,
        cap: 10_000,
      }
    },
    print: (query) => invoices.print(db, { merchantId: mine.id, invoiceNeighbors, publicUrl: '' }, query),
    foreignCursor: String(last[0]?.id),
  })
  // A program reads the same list with its key.
  const query = { state: 'attention', sort: 'gross', limit: '100' }
  const key = await addApiKey(alone, mine.id, ['read'])
  const byKey = await ask(alone, listByKey, { token: key, query })
  const byPerson = await ask(alone, listInvoices, { token, query })
  const idsOf = (body: unknown) => (body as { invoiceId: string }[]).map(({ invoiceId }) => invoiceId)
  expect(idsOf(byKey.body)).toEqual(idsOf(byPerson.body))
  expect(idsOf(byKey.body).length).toBeGreaterThan(3)
  // A statement says its range and its filters, and adds up its days.
  const day = { from: '2026-10-25', to: '2026-10-25', tz: 'Europe/Berlin', search: 'coral bay' }
  const lines = await readStatement(alone, token, printInvoices, day)
  const [start, end] = [new Date('2026-10-24T22:00Z'), new Date('2026-10-25T23:00Z')]
  const ofDay = facts.filter(({ name, at }) => name === 'coral Bay' && at >= start && at < end)
  expect(ofDay.length).toBeGreaterThan(1)
  const sums = [
    `$${usd(ofDay, ({ grossCents }) => grossCents)}`,
    `$${usd(ofDay, ({ receivedCents }) => receivedCents)}`,
  ]
  expect(lines).toContainEqual(['Oct 25, 2026 to Oct 25, 2026, Europe/Berlin'])
  expect(lines).toContainEqual(['Search: coral bay'])
  expect(lines).toContainEqual([`Oct 25, 2026 · ${ofDay.length} invoices`, ...sums])
  expect(lines).toContainEqual([`All ${ofDay.length} invoices`, ...sums])
  const shown = lines.flat().filter((cell) => facts.some(({ id }) => id === cell))
  expect(new Set(shown)).toEqual(new Set(ofDay.map(({ id }) => id)))
  await alone.close()
}, 300_000)

test('transactions of a store and of all stores', async () => {
  proven.push(transactionList, adminTransactionList)
  const alone = await startTestApp({ RATE_LIMITS: 'off' })
  const { db } = alone.deps
  const [mine, foreign] = [await addMerchant(alone), await addMerchant(alone)]
  const describe = (index: number, merchantId: number) => {
    const type = index % 4 === 3 ? 'outgoing' : 'incoming'
    const status = pick(['confirmed', 'pending', 'failed', 'confirmed', 'confirmed'], index)
    const isBooked = type === 'incoming' && status === 'confirmed'
    return {
      merchantId,
      type,
      purpose:
        type === 'incoming' ? pick(['invoice', 'deposit'], index) : pick(['withdrawal', 'sweep', 'refund'], index),
      status,
      method: pick(['on-chain', 'lightning', 'on-chain'], index),
      isBooked,
      sats: BigInt(1000 + ((index * 7919) % 5000)),
      cents: index % 6 === 5 ? null : BigInt(500 + ((index * 37) % 20)),
      feeCents: isBooked || type === 'outgoing' ? BigInt(index % 5) : null,
      label: index % 5 === 2 ? 'Paid the blue rent' : null,
    }
  }
  type TransactionFact = Fact & ReturnType<typeof describe>
  const insert = async (fact: Omit<TransactionFact, 'id'>, key: string) => {
    await sql`insert into transactions (merchant_id, txid, engine_key, type, purpose, status, method, booked, amount, amount_usd,
        btc_price, fee_sats, fee_cents, description, seen_at)
      values (${fact.merchantId}, ${key}, ${key}, ${fact.type}, ${fact.purpose}, ${fact.status}, ${fact.method}, ${fact.isBooked},
        ${fromSats(fact.sats)}, ${fact.cents === null ? null : fromCents(fact.cents)}, 95000, ${fact.feeCents}, ${fact.feeCents},
        ${fact.label}, ${fact.at})`.execute(db)
    return { ...fact, id: key }
  }
  const facts: TransactionFact[] = []
  for (const [index, at] of moments.entries())
    for (const merchantId of [mine.id, foreign.id])
      facts.push(await insert({ ...describe(index, merchantId), at }, `tx-${index}-${merchantId}`))
  const { rows: ids } = await sql<{ id: number }>`
    select max(id) as id from transactions where merchant_id = ${foreign.id}`.execute(db)
  const signOf = ({ type }: TransactionFact) => (type === 'outgoing' ? -1n : 1n)
  const grossOf = (fact: TransactionFact) => (fact.cents === null ? null : signOf(fact) * fact.cents)
  const netOf = (fact: TransactionFact) => {
    const gross = grossOf(fact)
    return gross === null || fact.feeCents === null ? null : gross - fact.feeCents
  }
  const numberOf = (cents: bigint | null) => (cents === null ? null : Number(cents))
  const sumUp = (summed: readonly TransactionFact[]) => {
    const sum = (of: (fact: TransactionFact) => bigint | null) =>
      summed.reduce((total, fact) => total + (of(fact) ?? 0n), 0n)
    const [grossSats, grossCents, fee] = [sum((fact) => signOf(fact) * fact.sats), sum(grossOf), sum((f) => f.feeCents)]
    return {
      count: summed.length,
      grossBtc: fromSats(grossSats),
      grossUsd: fromCents(grossCents),
      feeBtc: fromSats(-fee),
      feeUsd: fromCents(-fee),
      netBtc: fromSats(grossSats - fee),
      netUsd: fromCents(grossCents - fee),
    }
  }
  const summaryOf = (everything: readonly TransactionFact[]) => (matching: readonly TransactionFact[]) => {
    const received = matching.filter(({ type }) => type === 'incoming')
    const waiting = sumUp(received.filter(({ status }) => status === 'pending'))
    const isSent = ({ type, purpose, status }: TransactionFact) =>
      type === 'outgoing' && purpose !== 'sweep' && status !== 'failed'
    return {
      total: everything.length,
      filtered: matching.length,
      invoices: 0,
      ...countEach('status', ['confirmed', 'pending', 'failed'], matching),
      exact: true,
      cap: 10_000,
      payments: sumUp(received.filter(({ isBooked }) => isBooked)),
      pendingPayments: { count: waiting.count, grossBtc: waiting.grossBtc, grossUsd: waiting.grossUsd },
      sent: sumUp(matching.filter(isSent)),
    }
  }
  const shared = [
    all,
    { query: { purpose: 'refund' }, keeps: ({ purpose }: TransactionFact) => purpose === 'refund' },
    { query: { type: 'incoming' }, keeps: ({ type }: TransactionFact) => type === 'incoming' },
    { query: { method: 'BTC-LN' }, keeps: ({ method }: TransactionFact) => method === 'lightning' },
    { query: { search: 'rent' }, keeps: ({ label }: TransactionFact) => label !== null },
  ]
  const sorts = {
    ...byDate,
    gross: (fact: TransactionFact) => numberOf(grossOf(fact)),
    net: (fact: TransactionFact) => numberOf(netOf(fact)),
  }
  const owned = facts.filter(({ merchantId }) => merchantId === mine.id)
  await proveDeclaredList<TransactionFact>({
    ...{ server: alone, facts: owned, token: await signInAs(alone, mine), list: transactionList, sorts },
    filters: [
      ...shared,
      { query: { status: 'unconfirmed' }, keeps: ({ status }) => status === 'pending' },
      { query: { invoices: 'true' }, keeps: () => false },
      { query: { minAmount: '0.00003' }, keeps: ({ sats }) => sats >= 3000n },
      {
        query: { minAmount: '0.00003', type: 'outgoing' },
        keeps: ({ sats, type }) => sats >= 3000n && type === 'outgoing',
      },
    ],
    summaryOf: summaryOf(owned),
    print: (query) => transactions.print(db, mine.id, query),
    foreignCursor: String(ids[0]?.id),
  })
  await proveDeclaredList<TransactionFact>({
    ...{ server: alone, facts, token: await signInAs(alone, await addAdmin(alone)), list: adminTransactionList, sorts },
    idOf: ({ txid }) => String(txid),
    filters: [
      ...shared,
      { query: { status: 'pending' }, keeps: ({ status }) => status === 'pending' },
      { query: { merchantId: String(foreign.id) }, keeps: ({ merchantId }) => merchantId === foreign.id },
    ],
    summaryOf: (matching, { merchantId }) =>
      summaryOf(merchantId ? facts.filter((fact) => fact.merchantId === foreign.id) : facts)(matching),
    lastLines: (rows) =>
      (['incoming', 'outgoing'] as const).map((type) => {
        const counted = rows.filter((row) => row['type'] === type && row['status'] === 'confirmed')
        const sum = counted.reduce((total, row) => total + toSats(String(row['amount'])), 0n)
        return {
          Store: `Total ${type === 'incoming' ? 'received' : 'sent'}, confirmed`,
          'Amount (BTC)': fromSats(type === 'incoming' ? sum : -sum),
        }
      }),
    print: (query) =>
      allTransactions.print(db, undefined, {
        ...query,
        ...(query['merchantId'] ? { merchantId: Number(query['merchantId']) } : {}),
      }),
  })
  await alone.close()
}, 300_000)

test('what a partner earns', async () => {
  proven.push(partnerTransactionList)
  const alone = await startTestApp({ RATE_LIMITS: 'off' })
  const { db } = alone.deps
  const [one, two] = [await addMerchant(alone), await addMerchant(alone)]
  const partner = await addPartner(alone, '30.00')
  await addPartner(alone, '20.00')
  await sql`alter table ledger_entries disable trigger all`.execute(db)
  await sql`insert into ledger_accounts (kind, owner_kind, owner_id)
    select 'earned', 'partner', id from partners on conflict do nothing`.execute(db)
  const describe = (index: number) => ({
    merchantId: pick([one.id, two.id, one.id], index),
    isBooked: index % 4 !== 1,
    isCollected: index % 4 !== 1 && index % 3 === 0,
    grossCents: index % 8 === 5 ? null : BigInt(1000 + ((index * 37) % 20)),
    shareSats: BigInt(1 + (index % 6)),
  })
  type EarningFact = Fact & { ref: bigint } & ReturnType<typeof describe>
  /** A payment, and what both partners earn of it. One that was undone counts no more. */
  const insert = async (fact: Omit<EarningFact, 'id' | 'ref'>, key: string, isUndone = false) => {
    const { rows: paid } = await sql<{ id: number }>`
      insert into transactions (merchant_id, txid, engine_key, type, purpose, status, method, booked, amount, amount_usd, seen_at)
      values (${fact.merchantId}, ${key}, ${key}, 'incoming', 'invoice', ${fact.isBooked ? 'confirmed' : 'pending'}, 'on-chain',
        ${fact.isBooked}, 0.001, ${fact.grossCents === null ? null : fromCents(fact.grossCents)}, ${fact.at}) returning id`.execute(
      db,
    )
    const id = paid[0]?.id ?? 0
    if (!fact.isBooked) return { id: `arriving-${key}`, ref: 2n * BigInt(id) + 1n }
    const { rows: fees } = await sql<{ id: number; transferId: bigint }>`
      with transfer as (
        insert into ledger_transfers (kind, reference, btc_price) values ('fee', ${key}, 100000) returning id
      ), entries as (
        insert into ledger_entries (transfer_id, account_id, amount_sats, amount_usd)
        select t.id, a.id, -${fact.shareSats}::bigint, -${fact.shareSats}::bigint * 0.001
        from transfer t, ledger_accounts a where a.kind = 'earned'
      )
      select id as transfer_id, 0 as id from transfer`.execute(db)
    const transferId = fees[0]?.transferId
    const { rows: booked } = await sql<{ id: number }>`
      insert into fee_transactions (merchant_id, transaction_id, txid, transaction_type, original_amount_btc, original_amount_usd,
        fee_percentage, fee_btc, fee_usd, btc_price_at_time, processed, transfer_id, partner_sats)
      values (${fact.merchantId}, ${id}, ${key}, 'deposit', 0.001, ${fromCents(fact.grossCents ?? 0n)}, 1, 0.00001, 0.01, 100000,
        ${fact.isCollected}, ${transferId}, 1) returning id`.execute(db)
    if (isUndone) await sql`update fee_transactions set reversed_at = app_now() where id = ${booked[0]?.id}`.execute(db)
    return { id: String(transferId), ref: 2n * BigInt(booked[0]?.id ?? 0) }
  }
  const facts: EarningFact[] = []
  for (const [index, at] of moments.entries()) {
    const fact = { ...describe(index), at }
    facts.push({ ...fact, ...(await insert(fact, `pay-${index}`)) })
  }
  await insert({ ...describe(0), at: moments[0] ?? new Date() }, 'undone', true)
  // Rows with the same key are in the order of their numbers, which both tables count alone.
  facts.sort((a, b) => (a.ref < b.ref ? -1 : 1))
  const grossOf = ({ isBooked, grossCents }: EarningFact) => (isBooked ? (grossCents ?? 0n) : grossCents)
  await proveDeclaredList<EarningFact>({
    ...{ server: alone, facts, token: await signInAs(alone, partner), list: partnerTransactionList },
    idOf: ({ key }) => String(key),
    filters: [all, { query: { merchantId: String(two.id) }, keeps: ({ merchantId }) => merchantId === two.id }],
    sorts: {
      ...byDate,
      gross: (fact) => {
        const gross = grossOf(fact)
        return gross === null ? null : Number(gross)
      },
      share: ({ isBooked, shareSats }) => (isBooked ? Number(shareSats) : null),
    },
    summaryOf: (matching) => {
      const booked = matching.filter(({ isBooked }) => isBooked)
      const pending = matching.filter(({ isBooked }) => !isBooked)
      const cents = (of: readonly EarningFact[]) =>
        fromCents(of.reduce((sum, fact) => sum + (fact.grossCents ?? 0n), 0n))
      const share = (of: readonly EarningFact[]) => of.reduce((sum, { shareSats }) => sum + shareSats, 0n)
      const [total, collected] = [share(booked), share(booked.filter(({ isCollected }) => isCollected))]
      const usd = (sats: bigint) => fromUsd8(sats * 100_000n)
      return {
        payments: booked.length,
        grossUsd: cents(booked),
        shareBtc: fromSats(total),
        shareUsd: usd(total),
        collectedBtc: fromSats(collected),
        collectedUsd: usd(collected),
        uncollectedBtc: fromSats(total - collected),
        uncollectedUsd: usd(total - collected),
        pendingPayments: pending.length,
        pendingGrossUsd: cents(pending),
      }
    },
    print: (query) =>
      earnings.print(db, partner.id, {
        ...query,
        ...(query['merchantId'] ? { merchantId: Number(query['merchantId']) } : {}),
      }),
  })
  await alone.close()
}, 300_000)

test('merchants', async () => {
  proven.push(merchantList)
  const alone = await startTestApp({ RATE_LIMITS: 'off' })
  const describe = (index: number) => ({
    index,
    status: index % 3 === 0 ? 'inactive' : 'active',
    isSettingUp: index % 3 !== 0 && index % 5 === 1,
    needsAttention: index % 4 === 2,
    name: `${pick(['blue', 'Anchor', 'Zebra', 'anchor'], index)} ${index % 3}`,
    volumeCents: BigInt((index * 1700) % 21_000),
  })
  type MerchantFact = Fact & ReturnType<typeof describe>
  const facts = await insertEach(describe, async ({ index, at, status, needsAttention, name, volumeCents }) => {
    const { rows } = await sql<{ id: number }>`
      insert into merchants (email, store_name, is_active, total_deposits_usd, btcpay_api_key, created_at)
      values (${`owner-${index}@example.test`}, ${name}, ${status === 'active'}, ${fromCents(volumeCents)},
        ${index % 5 === 1 ? null : 'sealed'}, ${at})
      returning id`.execute(alone.deps.db)
    const id = rows[0]?.id
    if (needsAttention)
      await sql`insert into merchant_attention (merchant_id, reason)
        values (${id}, 'sync-failing'), (${id}, 'send-stuck')`.execute(alone.deps.db)
    return id
  })
  const isFound = ({ name }: MerchantFact) => name.startsWith('Zeb')
  const statuses: Record<string, (fact: MerchantFact) => boolean> = {
    active: ({ status }) => status === 'active',
    inactive: ({ status }) => status === 'inactive',
    'setting-up': ({ isSettingUp }) => isSettingUp,
    attention: ({ needsAttention }) => needsAttention,
  }
  await proveDeclaredList<MerchantFact>({
    ...{ server: alone, facts, token: await signInAs(alone, await addAdmin(alone)), list: merchantList },
    filters: [
      all,
      ...Object.entries(statuses).map(([status, keeps]) => ({ query: { status }, keeps })),
      { query: { search: 'zeb' }, keeps: isFound },
      { query: { search: 'zeb', status: 'active' }, keeps: (fact) => isFound(fact) && fact.status === 'active' },
    ],
    sorts: { ...byDate, name: ({ name }) => name.toLowerCase(), volume: ({ volumeCents }) => Number(volumeCents) },
    summaryOf: (matching, { search }, inRange) => ({
      total: facts.length,
      filtered: matching.length,
      volumeUsd: fromCents(matching.reduce((sum, { volumeCents }) => sum + volumeCents, 0n)),
      statuses: Object.fromEntries(
        Object.entries(statuses).map(([status, keeps]) => [
          status,
          (search ? inRange.filter(isFound) : inRange).filter(keeps).length,
        ]),
      ),
    }),
  })
  await alone.close()
}, 300_000)

test('the people of merchants', async () => {
  proven.push(peopleList)
  const alone = await startTestApp({ RATE_LIMITS: 'off' })
  const { db } = alone.deps
  const day = 86_400_000
  const now = Date.now()
  const describe = (index: number) => {
    const status = pick(['active', 'invited', 'active', 'expired', 'inactive'] as const, index)
    const hasJoined = status === 'active' || status === 'inactive'
    return {
      ...{ index, status, hasJoined, name: `${pick(['Blue', 'anna', 'Zebra', 'Anna'], index)} ${index % 3}` },
      // The first owner's store is active and has all users.
      role: index % 3 === 0 ? 'owner' : pick(['admin', 'user'], index),
      twoFactor: hasJoined ? pick(['on', 'off', 'off'], index) : 'none',
      seenAt: hasJoined && index % 7 !== 1 ? now - pick([1, 20, 100], index) * day : null,
    }
  }
  type PersonFact = Fact & ReturnType<typeof describe>
  let first = 0
  const emailOf = ({ index }: { index: number }) => `person-${index}@example.test`
  const facts = await insertEach(describe, async (fact) => {
    const { index, at, name, role, status, hasJoined, twoFactor, seenAt } = fact
    const [email, password, secret] = [emailOf(fact), hasJoined ? 'hash' : null, twoFactor === 'on' ? 'sealed' : null]
    const isOwner = role === 'owner'
    const inserted = isOwner
      ? sql<{
          id: number
        }>`insert into merchants (email, store_name, is_active, password_hash, two_factor_enabled, two_factor_secret, created_at)
          values (${email}, ${name}, ${status !== 'inactive'}, ${password}, ${secret !== null}, ${secret}, ${at}) returning id`
      : sql<{
          id: number
        }>`insert into merchant_users (merchant_id, email, name, role, is_active, password_hash, two_factor_enabled,
            two_factor_secret, created_at)
          values (${first}, ${email}, ${name}, ${role}, ${status !== 'inactive'}, ${password}, ${secret !== null}, ${secret}, ${at})
          returning id`
    const id = (await inserted.execute(db)).rows[0]?.id ?? 0
    if (index === 0) first = id
    const kind = isOwner ? 'merchant' : 'merchant-user'
    if (!hasJoined)
      await sql`insert into password_reset_tokens (email, token, user_type, purpose, expires_at, person_id)
        values (${email}, ${`token-${index}`}, ${kind}, 'invitation',
          app_now() + ${status === 'invited' ? 1 : -1} * interval '1 day', ${id})`.execute(db)
    if (seenAt !== null)
      await sql`insert into sessions (person_kind, person_id, token_hash, source_address, device, last_seen_at, expires_at)
        values (${kind}, ${id}, ${Buffer.from(email)}, '', '', ${new Date(seenAt)}, app_now())`.execute(db)
    const { rows } = await sql<{ id: bigint }>`
      select id from merchant_people where person_kind = ${kind} and person_id = ${id}`.execute(db)
    return rows[0]?.id
  })
  const isSeen: Record<string, (fact: PersonFact) => boolean> = {
    week: ({ seenAt }) => seenAt !== null && seenAt > now - 7 * day,
    month: ({ seenAt }) => seenAt !== null && seenAt > now - 30 * day,
    'long-ago': ({ seenAt }) => seenAt !== null && seenAt < now - 60 * day,
    never: ({ seenAt }) => seenAt === null,
  }
  const isOfFirst = ({ index, role }: PersonFact) => index === 0 || role !== 'owner'
  const isFound: Record<string, (fact: PersonFact) => boolean> = {
    anna: ({ name }) => name.toLowerCase().startsWith('anna'),
    // The first store's name finds everyone in it.
    blue: (fact) => fact.name.startsWith('Blue') || isOfFirst(fact),
    'Person-4@example.test': ({ index }) => index === 4,
  }
  await proveDeclaredList<PersonFact>({
    ...{ server: alone, facts, token: await signInAs(alone, await addAdmin(alone)), list: peopleList },
    filters: [
      all,
      ...eachOf('role', ['owner', 'admin', 'user']),
      ...eachOf('status', personStatuses),
      ...eachOf('twoFactor', twoFactorStates),
      ...seenTimes.map((seen) => ({ query: { seen }, keeps: isSeen[seen] ?? (() => false) })),
      ...Object.entries(isFound).map(([search, keeps]) => ({ query: { search }, keeps })),
      { query: { merchantId: String(first) }, keeps: isOfFirst },
      {
        query: { search: 'anna', role: 'user' },
        keeps: (fact) => isFound['anna']?.(fact) === true && fact.role === 'user',
      },
    ],
    sorts: { seen: ({ seenAt }) => seenAt, name: ({ name }) => name.toLowerCase(), ...byDate },
    summaryOf: (matching, { search, merchantId, seen }, inRange) => {
      const others = inRange.filter(
        (fact) =>
          (search === undefined || isFound[search]?.(fact)) &&
          (seen === undefined || isSeen[seen]?.(fact)) &&
          (merchantId === undefined || isOfFirst(fact)),
      )
      const count = (keeps: (fact: PersonFact) => boolean) => others.filter(keeps).length
      const { invited, expired, inactive } = countEach('status', personStatuses, others)
      return {
        filtered: matching.length,
        views: {
          ...{ all: others.length, owners: count(({ role }) => role === 'owner'), invited, expired, inactive },
          twoFactorOff: count(({ twoFactor }) => twoFactor === 'off'),
        },
      }
    },
  })
  await alone.close()
}, 300_000)

test('emails', async () => {
  proven.push(emailList)
  await sql`delete from mail_outbox`.execute(server.deps.db)
  const describe = (index: number) => ({
    state: pick(emailStates, index),
    merchantId: pick([own.id, other.id, null], index),
    recipient: `person-${index % 4}@example.test`,
  })
  type EmailFact = Fact & ReturnType<typeof describe>
  const stored: Record<string, readonly [status: string, attempts: number]> = {
    ...{ waiting: ['waiting', 0], delayed: ['waiting', 2], failed: ['failed', 12], sent: ['sent', 1] },
    discarded: ['dropped', 3],
  }
  const facts = await insertEach(describe, ({ at, state, merchantId, recipient }) => {
    const [status, attempts] = stored[state] ?? []
    return insertRow(sql`insert into mail_outbox (recipient, subject, body_text, body_html, status, attempts, merchant_id, created_at,
        next_attempt_at)
      values (${recipient}, 'News', '', '', ${status}, ${attempts}, ${merchantId}, ${at}, app_now() + interval '1 day') returning id`)
  })
  await proveDeclaredList<EmailFact>({
    ...{ server, facts, token: tokens.admin, list: emailList, sorts: byDate },
    filters: [
      all,
      ...eachOf('state', emailStates),
      { query: { merchantId: String(own.id) }, keeps: ({ merchantId }) => merchantId === own.id },
      { query: { search: 'Person-2@example.test' }, keeps: ({ recipient }) => recipient === 'person-2@example.test' },
      { query: { search: 'person-2@example' }, keeps: () => false },
      {
        query: { search: 'person-1@example.test', state: 'failed' },
        keeps: ({ recipient, state }) => recipient === 'person-1@example.test' && state === 'failed',
      },
    ],
    summaryOf: (_matching, { search, merchantId }, inRange) => {
      const others = inRange.filter(
        (fact) =>
          (search === undefined || fact.recipient === search.toLowerCase()) &&
          (merchantId === undefined || String(fact.merchantId) === merchantId),
      )
      return { states: countEach('state', ['waiting', 'delayed', 'failed'], others) }
    },
  })
}, 300_000)

test('loop-outs', async () => {
  proven.push(loopOutList)
  const describe = (index: number) => ({
    index,
    // A merchant has at most one open request.
    status: pick(['completed', 'rejected', 'cancelled'], index),
    merchantId: pick([own.id, other.id], index),
    address: `bcrt1q${index % 3}anchor`,
  })
  type LoopOutFact = Fact & ReturnType<typeof describe>
  const facts = await insertEach(describe, ({ at, index, status, merchantId, address }) =>
    insertRow(sql`insert into lightning_loop_out_requests (merchant_id, lightning_balance_btc, lightning_balance_usd,
        on_chain_address, status, amount_sats, node, btc_price, requested_by, created_at)
      values (${merchantId}, 0.01, ${300 + (index % 7)}, ${address}, ${status}, 1000000, 'shared', 100000, 'someone', ${at})
      returning id`),
  )
  const isFound = (address: string) => (fact: LoopOutFact) => fact.address.startsWith(address.toLowerCase())
  await proveDeclaredList<LoopOutFact>({
    ...{ server, facts, token: tokens.admin, list: loopOutList },
    sorts: { ...byDate, amount: ({ index }) => index % 7 },
    filters: [
      all,
      ...eachOf('status', loopOutStatuses),
      { query: { merchantId: String(own.id) }, keeps: ({ merchantId }) => merchantId === own.id },
      { query: { search: 'bcrt1q2' }, keeps: isFound('bcrt1q2') },
      { query: { search: 'BCRT1Q1anchor' }, keeps: isFound('bcrt1q1anchor') },
      { query: { search: other.email }, keeps: ({ merchantId }) => merchantId === other.id },
      {
        query: { search: 'bcrt1q1', status: 'rejected' },
        keeps: (fact) => isFound('bcrt1q1')(fact) && fact.status === 'rejected',
      },
    ],
    summaryOf: (matching, { search, merchantId }, inRange) => {
      const others = inRange.filter(
        (fact) =>
          (search === undefined || isFound(search)(fact) || (search === other.email && fact.merchantId === other.id)) &&
          (merchantId === undefined || String(fact.merchantId) === merchantId),
      )
      return { filtered: matching.length, statuses: countEach('status', loopOutStatuses, others) }
    },
  })
}, 300_000)

test('every declared list is proven here', async () => {
  const contract = join(import.meta.dirname, '../../contract/src')
  const declared: object[] = []
  for (const file of readdirSync(contract).filter((name) => /^(?!.*\.test\.).+\.ts$/.test(name))) {
    const exported = Object.values((await import(join(contract, file))) as Record<string, object>)
    declared.push(...exported.filter((value) => typeof value === 'object' && 'filterShape' in value))
  }
  expect(declared.filter((list) => !proven.includes(list))).toEqual([])
})
