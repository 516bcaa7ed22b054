import {
  closeAccount,
  eraseAccount,
  erasePerson,
  exportMyData,
  exportPerson,
  reopenMerchant,
} from '@bitquay/contract/account-care'
import { getMerchant } from '@bitquay/contract/merchants.admin'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import {
  addAdmin,
  addMerchantUser,
  addPartner,
  ask,
  codeOf,
  forgetCodes,
  holdCodes,
  signInAs,
} from '../../test/people.ts'
import { openShop } from '../../test/shops.ts'
import { sweepFees } from '../fee-collection/sweep-fees.ts'
import { auditLedger } from '../operations/audit-ledger.ts'
import { findAlertConditions } from '../operations/find-alert-conditions.ts'
import { findDecidedId, sealLedger } from '../operations/seal-ledger.ts'
import { syncStore } from '../payments/sync-store.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { freshPlatformAddress } from '../stores/hand-out-address.ts'
import { eraseOldAccounts } from './erase-person.ts'

let money: Money
let admin: string
beforeAll(async () => {
  money = await startMoney()
  await money.engine.control.rate({ usd: '100000' })
  await sql`insert into fee_schedules (withdrawal_fee_percent, effective_from) values (1, app_now())`.execute(
    money.deps.db,
  )
  admin = await signInAs(money.server, await addAdmin(money.server))
})
afterAll(() => money.close())

/** What identifies the person. Each is long enough to be found nowhere else. */
const marks = [
  'zelda.quillfeather',
  'Zelda Quillfeather',
  '+1-555-018877',
  '77 Marker Lane',
  'Quillfeather Teas',
  'customer.of.zelda',
]

/** Every place in the database that holds one of the marks, as table.column. */
const findMarks = async () => {
  const { db } = money.deps
  const { rows: columns } = await sql<{ tableName: string; columnName: string }>`
    select c.table_name, c.column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'USER-DEFINED')`.execute(db)
  const found: string[] = []
  for (const { tableName, columnName } of columns) {
    const { rows } = await sql<{ held: boolean }>`
      select exists (select from ${sql.table(tableName)} where exists (
        select from unnest(${marks}::text[]) m where position(lower(m) in lower(${sql.ref(columnName)}::text)) > 0)) as held`.execute(
      db,
    )
    if (rows[0]?.held) found.push(`${tableName}.${columnName}`)
  }
  return found
}

const newShop = (name: string) => openShop(money, name)
type Shop = Awaited<ReturnType<typeof newShop>>
const codeFor = async ({ owner, secret }: Shop) => {
  holdCodes()
  await forgetCodes(money.server, owner)
  return codeOf(secret)
}
const erase = async (shop: Shop) =>
  ask(money.server, eraseAccount, { token: shop.token, body: { twoFactorToken: await codeFor(shop) } })
const seal = async () => {
  await findDecidedId(money.deps.db)
  await sealLedger(money.deps.db, await findDecidedId(money.deps.db))
}
const salts = async (id: number) =>
  (
    await money.deps.db
      .selectFrom('ledgerSealPeople')
      .select('salt')
      .where('ownerKind', '=', 'merchant')
      .where('ownerId', '=', id)
      .execute()
  ).map(({ salt }) => salt)

/** Deletes the salts of a merchant for a while, as someone with access to the database can. */
const withoutSalts = async (id: number, work: () => Promise<void>) => {
  const { db } = money.deps
  const before = await db.selectFrom('ledgerSealPeople').selectAll().where('ownerId', '=', id).execute()
  await sql`update ledger_seal_people set salt = null where owner_kind = 'merchant' and owner_id = ${id}`.execute(db)
  await work()
  await inTransaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const { sealId, ownerKind, ownerId, salt } of before) {
      await sql`update ledger_seal_people set salt = ${salt}
        where seal_id = ${sealId} and owner_kind = ${ownerKind} and owner_id = ${ownerId}`.execute(tx)
    }
  })
}

test('after an erasure no table holds the person, the audit is clean and the seals verify', async () => {
  const { db } = money.deps
  const shop = await newShop('zelda.quillfeather')
  const { id, store, owner } = shop
  const collectFees = async () => {
    await sweepFees(money.deps, id, (await freshPlatformAddress(money.deps)) ?? '')
    await money.runSends()
    await money.mine(6, money.platform, store)
    await money.pass(31)
    await syncStore(money.deps, store.id)
  }
  await sql`
    update merchants set store_name = 'Quillfeather Teas', legal_name = 'Quillfeather Teas', phone = '+1-555-018877',
      street = '77 Marker Lane', tax_id = 'Quillfeather 77', website = 'https://zelda.quillfeather.example' where id = ${id}`.execute(
    db,
  )
  await sql`
    insert into merchant_applications (merchant_id, status, reviewed_at, email, contact_name, business_name, phone, business_address,
      business_type, business_description, monthly_volume)
    values (${id}, 'approved', app_now(), ${owner.email}, 'Zelda Quillfeather', 'Quillfeather Teas', '+1-555-018877', '77 Marker Lane',
      'retail', 'Teas by Zelda Quillfeather', 'x')`.execute(db)
  await sql`insert into brands (merchant_id, name, support_contact) values (${id}, 'Quillfeather Teas', ${owner.email})`.execute(
    db,
  )
  const user = await addMerchantUser(money.server, id, 'admin')
  await sql`update merchant_users set name = 'Zelda Quillfeather junior' where id = ${user.id}`.execute(db)
  await sql`
    insert into api_request_log (merchant_id, key_prefix, method, path, status, duration_ms, request_id)
    values (${id}, 'bq_test_', 'GET', '/api/v1/invoices/zelda.quillfeather', 404, 1, gen_random_uuid())`.execute(db)
  // A paid invoice of a customer, its fee collected, and everything paid out as the account closes.
  // Large enough that the fee of the withdrawal is worth collecting.
  const invoice = await makeInvoice(money.deps, id, '2900.00')
  await sql`
    update invoices set customer_email = 'customer.of.zelda@example.test', customer_name = 'customer.of.zelda', created_by = ${owner.email},
      metadata = '{"buyer": "customer.of.zelda"}' where invoice_id = ${invoice.invoiceId}`.execute(db)
  await money.engine.control.pay({ invoiceId: invoice.invoiceId ?? '' })
  await money.mine(6)
  await money.pass(31)
  await syncStore(money.deps, store.id)
  await collectFees()
  const refused = await erase(shop)
  expect(refused).toMatchObject({ status: 409, body: { code: 'erasure-blocked', message: 'Close the account first.' } })
  const payoutAddress = await money.strangersAddress()
  const closed = await ask(money.server, closeAccount, {
    token: shop.token,
    body: { twoFactorToken: await codeFor(shop), payoutAddress },
  })
  expect(closed.status).toBe(200)
  expect((await erase(shop)).body.code).toBe('erasure-blocked')
  await money.runSends()
  await money.mine(6, money.platform, store)
  await money.pass(31)
  // The fee of the withdrawal is still owed.
  await collectFees()
  await sql`update merchants set closed_at = app_now() where id = ${id} and closed_at is null`.execute(db)
  await sql`select carry_earnings(), carry_revenue()`.execute(db)
  await seal()
  expect(await salts(id)).toContainEqual(expect.any(Buffer))
  const before = await auditLedger(db)
  expect(before.findings).toEqual([])

  // Who requested a sealed send, and where it went, can't be changed.
  const change = (from: string, to: string) =>
    sql`update sends set requested_by = replace(requested_by, ${from}, ${to}) where merchant_id = ${id} and kind = 'withdrawal'`.execute(
      db,
    )
  await change('zelda', 'mallory')
  expect((await auditLedger(db)).findings.map(({ check }) => check)).toEqual(['Sealed entries are unchanged'])
  await change('mallory', 'zelda')
  // Nor can it be hidden by deleting the salts, as an erasure does.
  await withoutSalts(id, async () => {
    await change('zelda', 'mallory')
    expect((await auditLedger(db)).findings).toContainEqual(
      expect.objectContaining({ check: 'Sealed entries are unchanged', expected: 'a salt', found: 'none' }),
    )
    await change('mallory', 'zelda')
  })

  const held = await findMarks()
  for (const place of [
    'merchants.email',
    'merchants.legal_name',
    'merchants.website',
    'merchant_applications.phone',
    'invoices.customer_email',
    'mail_outbox.body_text',
    'sends.requested_by',
    'api_request_log.path',
  ]) {
    expect(held).toContain(place)
  }
  await sql`insert into page_reports (invoice_ref, merchant_id, reason, contact)
    select id, merchant_id, ${`They sell nothing. Write to ${owner.email}`}, 'visitor@example.test' from invoices
    where invoice_id = ${invoice.invoiceId}`.execute(db)
  expect(await erase(shop)).toMatchObject({ status: 200, body: { message: 'Your account was erased.' } })
  expect(await findMarks()).toEqual([])
  // A reported merchant can't remove the report. It is kept as long as any other.
  const reports = () => db.selectFrom('pageReports').selectAll().where('merchantId', '=', id).execute()
  expect(await reports()).toMatchObject([
    { reason: 'They sell nothing. Write to Erased', contact: 'visitor@example.test' },
  ])
  const alerts = await findAlertConditions(db, money.deps)
  expect(alerts.find(({ subject }) => subject === invoice.invoiceId)?.sentence).toContain(
    `Erased account (merchant ${id}): “They sell nothing. Write to Erased”`,
  )
  expect((await salts(id)).filter((salt) => salt !== null)).toEqual([])
  expect((await auditLedger(db)).findings).toEqual([])
  const log = await db
    .selectFrom('actLog')
    .selectAll()
    .where('act', '=', 'person-erased')
    .where('merchantId', '=', id)
    .execute()
  expect(log).toMatchObject([{ actorKind: 'system', actorEmail: null, subjectKind: 'merchant', subjectId: String(id) }])
  // The list keeps the account for its amounts, and says what it is.
  const listed = await ask(money.server, getMerchant, { token: admin, params: { id } })
  expect(listed.body).toMatchObject({ storeName: 'Erased account', erasedAt: expect.any(String), invited: false })
  // An erased account stays closed.
  const body = { reason: 'A mistake' }
  expect((await ask(money.server, reopenMerchant, { token: admin, params: { id }, body })).status).toBe(409)
  // The session is gone with the account.
  expect((await ask(money.server, exportMyData, { token: shop.token })).status).toBe(401)
})

test('an account with money or without a second factor isn’t erased', async () => {
  const shop = await newShop('rich')
  await money.fund(shop.store, 50_000n)
  await syncStore(money.deps, shop.store.id)
  await sql`update merchants set closing_since = app_now(), closed_at = app_now() where id = ${shop.id}`.execute(
    money.deps.db,
  )
  expect((await erase(shop)).body).toMatchObject({ message: 'There’s still bitcoin in the wallet. Withdraw it first.' })
  const wrong = await ask(money.server, eraseAccount, { token: shop.token, body: { twoFactorToken: '000000' } })
  expect(wrong.status).toBe(400)
  const { rows } = await sql<{ email: string }>`select email from merchants where id = ${shop.id}`.execute(
    money.deps.db,
  )
  expect(rows[0]?.email).toBe(shop.owner.email)
})

const sectionsOf = ({ body }: { body: unknown }) => exportMyData.output.parse(body).sections

test('a person gets their own data, an admin anyone’s, and no secrets are in it', async () => {
  const shop = await newShop('export')
  await makeInvoice(money.deps, shop.id, '12.00')
  const mine = await ask(money.server, exportMyData, { token: shop.token })
  expect(mine.status).toBe(200)
  const sections = Object.fromEntries(sectionsOf(mine).map(({ name, rows }) => [name, rows]))
  expect(sections.account).toMatchObject([{ email: shop.owner.email }])
  expect(sections.invoices).toHaveLength(1)
  expect(sections.activity?.length).toBeGreaterThan(0)
  expect(JSON.stringify(mine.body)).not.toMatch(/argon2|passwordHash|tokenHash|secret/i)
  const query = { kind: 'merchant', id: String(shop.id) } as const
  const theirs = await ask(money.server, exportPerson, { token: admin, query })
  expect(sectionsOf(theirs).map(({ name }) => name)).toEqual(sectionsOf(mine).map(({ name }) => name))
  expect((await ask(money.server, exportPerson, { token: admin, query: { ...query, id: '999999' } })).status).toBe(404)
})

test('an admin erases team members and partners once they can’t sign in and have no money', async () => {
  const shop = await newShop('team')
  const user = await addMerchantUser(money.server, shop.id, 'user')
  const partner = await addPartner(money.server, '10.00')
  const { db } = money.deps
  const eraseAs = (kind: 'merchant-user' | 'partner', id: number) =>
    ask(money.server, erasePerson, { token: admin, body: { kind, id } })
  expect((await eraseAs('merchant-user', user.id)).body).toMatchObject({
    message: 'Remove the person from the team first.',
  })
  expect((await eraseAs('partner', partner.id)).body).toMatchObject({ message: 'Deactivate the partner first.' })
  await sql`update merchant_users set is_active = false where id = ${user.id}`.execute(db)
  await sql`update partners set is_active = false where id = ${partner.id}`.execute(db)
  expect((await eraseAs('merchant-user', user.id)).status).toBe(200)
  expect((await eraseAs('partner', partner.id)).status).toBe(200)
  expect((await eraseAs('partner', partner.id)).status).toBe(409)
  expect((await eraseAs('partner', 999_999)).status).toBe(404)
  const { rows } = await sql<{ email: string }>`
    select email from merchant_users where id = ${user.id} union all select email from partners where id = ${partner.id}`.execute(
    db,
  )
  expect(rows.map(({ email }) => email).sort((a, b) => a.localeCompare(b))).toEqual([
    `erased-${partner.id}@partner.invalid`,
    `erased-${user.id}@user.invalid`,
  ])
})

const closeYearsAgo = (id: number, years: number) =>
  sql`update merchants set closing_since = app_now() - make_interval(years => ${years}, days => 1),
    closed_at = app_now() - make_interval(years => ${years}, days => 1) where id = ${id}`.execute(money.deps.db)

test('accounts are erased 7 years after they were closed', async () => {
  const [old, recent] = [await newShop('old'), await newShop('recent')]
  const { db } = money.deps
  await closeYearsAgo(old.id, 7)
  await closeYearsAgo(recent.id, 6)
  await eraseOldAccounts(money.deps)
  const { rows } = await sql<{
    id: number
  }>`select id from merchants where erased_at is not null and id in (${old.id}, ${recent.id})`.execute(db)
  expect(rows).toEqual([{ id: old.id }])
})

test('accounts that can’t be erased yet don’t keep others from being erased', async () => {
  const { db } = money.deps
  const { rows: owing } = await sql<{ id: number }>`
    insert into merchants (email, store_name) select 'owing' || n || '@example.test', 'Owing' from generate_series(1, 6) n
    returning id`.execute(db)
  const { rows: done } = await sql<{ id: number }>`
    insert into merchants (email, store_name) values ('done@example.test', 'Done') returning id`.execute(db)
  for (const { id } of owing) {
    await closeYearsAgo(id, 9)
    await sql`insert into stores (merchant_id, server_url, tag, balance_sats)
      values (${id}, 'https://btcpay.example.test', ${`owing ${id}`}, 5000)`.execute(db)
  }
  const last = done[0]?.id ?? 0
  await closeYearsAgo(last, 8)
  const countErased = async () =>
    (await sql`select from merchants where erased_at is not null and id = ${last}`.execute(db)).rows.length
  await eraseOldAccounts(money.deps)
  await eraseOldAccounts(money.deps)
  expect(await countErased()).toBe(1)
  const { rows } = await sql<{ erased: number; failures: number }>`
    select (select count(*)::int from merchants where erased_at is not null and store_name = 'Owing') as erased,
      (select count(*)::int from work_failures where worker = 'erase-accounts') as failures`.execute(db)
  expect(rows).toEqual([{ erased: 0, failures: 0 }])
})

test('an error with one account is saved for operators and stops no other', async () => {
  const { db } = money.deps
  const { rows } = await sql<{ id: number }>`
    insert into merchants (email, store_name) values ('broken@example.test', 'Broken'), ('fine@example.test', 'Fine')
    returning id`.execute(db)
  const [broken = 0, fine = 0] = rows.map(({ id }) => id)
  await closeYearsAgo(broken, 9)
  await closeYearsAgo(fine, 8)
  await sql`create function refuse_erasure() returns trigger language plpgsql as $$
    begin raise exception 'this row refuses'; end $$`.execute(db)
  await sql`create trigger refuse_erasure before update of erased_at on merchants
    for each row when (old.store_name = 'Broken') execute function refuse_erasure()`.execute(db)
  await eraseOldAccounts(money.deps)
  await sql`drop trigger refuse_erasure on merchants`.execute(db)
  const { rows: erased } = await sql<{ id: number }>`
    select id from merchants where erased_at is not null and id in (${broken}, ${fine})`.execute(db)
  expect(erased).toEqual([{ id: fine }])
  const { rows: failed } = await sql`select item from work_failures where worker = 'erase-accounts'`.execute(db)
  expect(failed).toEqual([{ item: `merchant ${broken}` }])
})
