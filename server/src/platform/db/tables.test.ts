import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { projectRoot } from '../root.ts'
import type { Database } from './connect.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const btc = 'numeric(16,8)'
const usd = 'numeric(12,2)'
const percent = 'numeric(5,3)'
const share = 'numeric(5,2)'

/** The tables of the specification: each field with its precision or default where it names one. */
const specified: Record<string, Record<string, { type?: string; default?: string }>> = {
  merchants: fields(
    'id email passwordHash storeName btcpayStoreId btcpayApiKey btcpayServerUrl twoFactorSecret createdAt updatedAt',
    {
      isActive: { default: 'true' },
      totalDepositsUsd: { type: usd, default: '0.00' },
    },
  ),
  merchant_users: fields(
    'id merchantId email passwordHash name isActive twoFactorSecret passwordResetToken passwordResetExpires lastPasswordChange createdAt updatedAt',
    {
      role: { default: "'user'::text" },
      twoFactorEnabled: { default: 'false' },
    },
  ),
  password_reset_tokens: fields('id email token userType expiresAt createdAt', { used: { default: 'false' } }),
  invoices: fields('id merchantId invoiceId description checkoutLink createdAt paidAt', {
    amount: { type: btc },
    amountUsd: { type: usd },
    status: { default: "'new'::text" },
  }),
  transactions: fields('id merchantId txid type address description invoiceId createdAt confirmedAt', {
    amount: { type: btc },
    amountUsd: { type: usd },
    status: { default: "'pending'::text" },
    confirmations: { default: '0' },
  }),
  admins: fields('id email passwordHash name createdAt', {}),
  partners: fields('id email passwordHash name isActive twoFactorSecret lastPasswordChange createdAt', {
    sharePercentage: { type: share, default: '33.33' },
    currentBalanceBtc: { type: btc },
    totalEarnedBtc: { type: btc },
    totalWithdrawnBtc: { type: btc },
    currentBalanceUsd: { type: usd },
    totalEarnedUsd: { type: usd },
    totalWithdrawnUsd: { type: usd },
    lightningEarnedUsd: { type: usd },
  }),
  merchant_applications: fields(
    'id businessName contactName email phone website businessType businessDescription monthlyVolume averageTransactionSize customerBase companySize businessRegistration taxId incorporationCountry businessAddress reviewNotes reviewedBy reviewedAt createdAt',
    { status: { default: "'pending'::text" } },
  ),
  fee_transactions: fields('id merchantId transactionId invoiceId txid transactionType btcPriceAtTime createdAt', {
    originalAmountBtc: { type: btc },
    originalAmountUsd: { type: usd },
    feePercentage: { type: percent },
    feeBtc: { type: btc },
    feeUsd: { type: usd },
    processed: { default: 'false' },
  }),
  lightning_loop_out_requests: fields('id merchantId onChainAddress adminNotes processedBy processedAt createdAt', {
    lightningBalanceBtc: { type: btc },
    lightningBalanceUsd: { type: usd },
    status: { default: "'pending'::text" },
  }),
  promo_codes: fields('id code description createdBy usedBy usedAt transactionHash createdAt expiresAt', {
    isUsed: { default: 'false' },
    amountSavedUsd: { type: usd },
  }),
}

function fields(plain: string, special: Record<string, { type?: string; default?: string }>) {
  return { ...Object.fromEntries(plain.split(' ').map((name) => [name, {}])), ...special }
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

test.each(Object.entries(specified))('%s has every field of the specification', async (table, wanted) => {
  const { rows } = await sql<{ name: string; type: string; fallback: string | null }>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, pg_get_expr(d.adbin, d.adrelid) as fallback
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped`.execute(database.db)
  const columns = new Map(rows.map((row) => [row.name, row]))
  for (const [name, { type, default: fallback }] of Object.entries(wanted)) {
    const column = columns.get(snake(name))
    expect(column, `${table}.${name}`).toBeDefined()
    if (type) expect(column?.type, `${table}.${name}`).toBe(type)
    if (fallback) expect(column?.fallback, `${table}.${name}`).toBe(fallback)
  }
})

test.each([
  ['merchants', 'email'],
  ['merchant_users', 'email'],
  ['password_reset_tokens', 'token'],
  ['invoices', 'invoice_id'],
  ['merchant_applications', 'email'],
  ['promo_codes', 'code'],
])('%s.%s is unique', async (table, column) => {
  const { rows } = await sql`
    select from pg_index i where i.indrelid = ${table}::regclass and i.indisunique
      and (select array_agg(attname::text) from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey)) = array[${column}]
  `.execute(database.db)
  expect(rows.length).toBeGreaterThan(0)
})

test('every constraint has an explicit name', async () => {
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass || '.' || conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('c', 'u') and conname ~ '_check\d*$|_key\d*$'`.execute(
    database.db,
  )
  expect(rows.filter(({ name }) => !name.endsWith('transactions_key'))).toEqual([])
})

test('the default fee schedule exists', async () => {
  const { rows } = await sql`
    select invoice_processing_percent, platform_fee_percent, partner_pool_percent, withdrawal_fee_percent, partner_withdrawal_fee_percent
    from fee_schedules`.execute(database.db)
  expect(rows).toEqual([
    {
      invoiceProcessingPercent: '6.000',
      platformFeePercent: '3.000',
      partnerPoolPercent: '1.000',
      withdrawalFeePercent: '0.000',
      partnerWithdrawalFeePercent: '0.000',
    },
  ])
})

test('an email address in use is refused in every table', async () => {
  await sql`insert into admins (email, name) values ('one@example.test', 'A')`.execute(database.db)
  const taken = (statement: string) =>
    sql
      .raw(statement)
      .execute(database.db)
      .then(
        () => 'accepted',
        (error: { constraint?: string }) => error.constraint,
      )
  expect(await taken(`insert into merchants (email, store_name) values ('one@example.test', 'M')`)).toBe(
    'email_addresses_unique',
  )
  expect(await taken(`insert into partners (email, name) values ('one@example.test', 'P')`)).toBe(
    'email_addresses_unique',
  )
  expect(await taken(`insert into partners (email, name) values ('Two@example.test', 'P')`)).toBe('email_address_form')
})

test('the table types and the schema match the migrations', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', join(projectRoot, 'scripts/db-types.ts'), '--verify'],
    { cwd: projectRoot, encoding: 'utf8' },
  )
  expect(`${stdout}${stderr}`).toContain('up-to-date')
  expect(status).toBe(0)
})

test('functions with ruled-out plans are never compiled, which PostgreSQL before 18 would do for a single row', async () => {
  const { rows } = await sql<{ name: string; config: string[] }>`
    select proname as name, proconfig as config from pg_proc
    where pronamespace = 'public'::regnamespace and proconfig::text like '%enable_%'`.execute(database.db)
  expect(rows.length).toBeGreaterThan(0)
  for (const { name, config } of rows) expect(config, name).toContain('jit=off')
})
