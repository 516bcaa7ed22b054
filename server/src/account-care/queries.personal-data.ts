import type { PersonalData } from '@bitquay/contract/account-care'
import { type RawBuilder, sql } from 'kysely'
import { withoutTokens } from '../mail/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { PersonKind } from '../platform/http/person.ts'

export type DataOwner = { kind: PersonKind; id: number }

const mostRows = 10_000

/** Everything that is stored about a person and isn't a secret, the newest rows of each topic. */
export const readPersonalData = async (db: Db, owner: DataOwner): Promise<PersonalData> => {
  const { rows: people } = await sql<{ email: string }>`
    select email from people where kind = ${owner.kind} and id = ${owner.id}`.execute(db)
  const [person] = people
  if (!person) throw new ApiError('not-found')
  const sections: PersonalData['sections'] = []
  for (const [name, query] of Object.entries(topicsOf(owner, person.email))) {
    const { rows } = await sql<Record<string, unknown>>`${query} limit ${mostRows + 1}`.execute(db)
    sections.push({ name, rows: rows.slice(0, mostRows).map(presentRow), isComplete: rows.length <= mostRows })
  }
  return { exportedAt: new Date().toISOString(), sections }
}

const topicsOf = (owner: DataOwner, email: string): Record<string, RawBuilder<unknown>> => ({
  account: accountOf(owner),
  ...(owner.kind === 'merchant' ? topicsOfMerchant(owner.id) : {}),
  ...(owner.kind === 'partner' ? topicsOfPartner(owner.id) : {}),
  preferences: sql`select time_zone, display_currency, bitcoin_unit, updated_at from preferences where ${isPerson(owner)}`,
  sessions: sql`
    select created_at, last_seen_at, device, source_address from sessions where ${isPerson(owner)} order by id desc`,
  notifications: sql`
    select at, kind, subject, about, amount_usd::text, invoice_id from notifications where ${isPerson(owner)} order by id desc`,
  activity: sql`
    select at, act, source_address, subject_kind, subject_id, detail::text from act_log
    where actor_kind = ${owner.kind} and actor_id = ${owner.id} order by id desc`,
  emails: sql`
    select created_at, sent_at, subject, ${withoutTokens(sql`body_text`)} as body_text
    from mail_outbox where recipient = ${email} order by id desc`,
})

const isPerson = ({ kind, id }: DataOwner) => sql`person_kind = ${kind} and person_id = ${id}`

const accountOf = ({ kind, id }: DataOwner) => {
  if (kind === 'merchant') {
    return sql`select id, email, store_name, legal_name, street, city, region, postal_code, country, tax_id, phone, website,
      time_zone, is_active, default_language, created_at, closed_at from merchants where id = ${id}`
  }
  if (kind === 'merchant-user') {
    return sql`select id, email, name, role, is_active, created_at from merchant_users where id = ${id}`
  }
  const table = sql.table(kind === 'partner' ? 'partners' : 'admins')
  return sql`select id, email, name, is_active, created_at from ${table} where id = ${id}`
}

const topicsOfMerchant = (id: number) => ({
  application: sql`
    select created_at, email, contact_name, business_name, business_type, business_description, business_address,
      business_registration, incorporation_country, tax_id, phone, website, company_size, customer_base, monthly_volume,
      average_transaction_size, status
    from merchant_applications where merchant_id = ${id}`,
  brand: sql`select name, support_contact, color from brands where merchant_id = ${id}`,
  team: sql`select name, email, role, is_active, created_at from merchant_users where merchant_id = ${id} order by id`,
  apiKeys: sql`
    select name, prefix, created_by, created_at, last_used_at, last_used_from from api_keys where merchant_id = ${id} order by id desc`,
  requests: sql`
    select at, key_prefix, method, path, status, duration_ms, request_id::text
    from api_request_log where merchant_id = ${id} order by id desc`,
  invoices: sql`
    select invoice_id, created_at, amount::text, currency, status, order_id, description, customer_name, customer_email, created_by
    from invoices where merchant_id = ${id} order by id desc`,
  transactions: sql`
    select txid, seen_at, type, purpose, amount::text, amount_usd::text, status, address, description
    from transactions where merchant_id = ${id} order by id desc`,
  withdrawals: sql`
    select requested_at, requested_by, kind, amount_sats::text, amount_usd::text, address, txid, status
    from sends where merchant_id = ${id} order by id desc`,
  refunds: sql`
    select offered_at, offered_by, invoice_id, amount_sats::text, customer_email, address, reason, status
    from refunds where merchant_id = ${id} order by id desc`,
})

const topicsOfPartner = (id: number) => ({
  withdrawals: sql`
    select requested_at, requested_by, amount_sats::text, amount_usd::text, address, txid, status
    from sends where partner_id = ${id} order by id desc`,
})

const presentRow = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, presentValue(value)]))

const presentValue = (value: unknown): string | number | boolean | null => {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') return value
  return JSON.stringify(value)
}
