import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { applicationStatuses } from '@bitquay/contract/applications'
import { applicationList } from '@bitquay/contract/applications.admin'
import { auditLog, storeActivity } from '@bitquay/contract/audit-log'
import { merchantList } from '@bitquay/contract/merchants.admin'
import { peopleList, personStatuses, seenTimes, twoFactorStates } from '@bitquay/contract/merchants.people'
import { centsOfSats, fromCents } from '@bitquay/contract/money'
import { linkList, linkStatuses } from '@bitquay/contract/payment-links'
import { deliveryList, deliveryStatuses } from '@bitquay/contract/webhooks'
import { printWithdrawals, withdrawalList, withdrawalStates } from '@bitquay/contract/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test/app.ts'
import { type Fact, insertStores, moments, proveDeclaredList, readStatement } from '../test/lists.ts'
import { addAdmin, addMerchant, type Someone, signInAs } from '../test/people.ts'

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
  })
  type DeliveryFact = Fact & ReturnType<typeof describe>
  /** The type is the one of the event. */
  const insert = (merchantId: number, endpointId: number, { at, status, type }: Omit<DeliveryFact, 'id'>) =>
    insertRow(sql`with event as (
        insert into api_events (merchant_id, event_id, type, object)
        values (${merchantId}, ${`evt-${crypto.randomUUID()}`}, ${type}, '{}') returning id
      )
      insert into webhook_deliveries (endpoint_id, event_ref, status, created_at)
      select ${endpointId}, id, ${status}, ${at} from event returning id`)
  const facts = await insertEach(describe, (fact) => insert(own.id, endpoint, fact))
  const others = await insertEach(describe, (fact) => insert(other.id, foreign, fact))
  await proveDeclaredList<DeliveryFact>({
    ...{ server, facts, token: tokens.merchant, list: deliveryList, sorts: byDate, params: { id: endpoint } },
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
  expect(lines.flat().filter((cell) => cell.startsWith('bcrt1q'))).toHaveLength(facts.length)
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

test('every declared list is proven here', async () => {
  const contract = join(import.meta.dirname, '../../contract/src')
  const declared: object[] = []
  for (const file of readdirSync(contract).filter((name) => /^(?!.*\.test\.).+\.ts$/.test(name))) {
    const exported = Object.values((await import(join(contract, file))) as Record<string, object>)
    declared.push(...exported.filter((value) => typeof value === 'object' && 'filterShape' in value))
  }
  expect(declared.filter((list) => !proven.includes(list))).toEqual([])
})
