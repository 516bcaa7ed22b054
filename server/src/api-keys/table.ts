import type { ApiScope } from '@bitquay/contract/call'
import { type RawBuilder, sql } from 'kysely'
import { hashToken } from '../platform/crypto/tokens.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { writeOrRead } from '../platform/db/write-or-read.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type KeyMode, newKeyText, prefixOf } from './key-text.ts'

export type NewApiKey = {
  merchantId: number
  mode: KeyMode
  name: string
  scopes: readonly ApiScope[]
  allowedSources: readonly string[]
  withdrawalAddresses: readonly string[]
  dailyRefundLimitUsd?: string
  expiresInDays: number | undefined
  createdBy: string
  /** The user of the store who created it, unless it was the owner. */
  createdByUser?: number
}

const mostKeys = 50

/** What all keys of a store may change in an hour: as much as one key may request. */
export const changesPerHour = 36_000

/** Creates a key. Its text is returned and stored nowhere. */
export const createKey = async (tx: Tx, key: NewApiKey): Promise<{ id: number; text: string }> => {
  await requireRoom(tx, key.merchantId)
  const text = newKeyText(key.mode)
  const { id } = await tx
    .insertInto('apiKeys')
    .values({
      merchantId: key.merchantId,
      name: key.name,
      prefix: prefixOf(text),
      tokenHash: hashToken(text),
      scopes: [...key.scopes],
      allowedSources: [...key.allowedSources],
      withdrawalAddresses: [...key.withdrawalAddresses],
      dailyRefundLimitUsd: key.dailyRefundLimitUsd ?? '0.00',
      expiresAt:
        key.expiresInDays === undefined ? null : sql<Date>`app_now() + make_interval(days => ${key.expiresInDays})`,
      createdBy: key.createdBy,
      createdByUser: key.createdByUser ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, text }
}

/** Limits the number of keys, because nobody revokes keys that they lost track of. */
const requireRoom = async (tx: Tx, merchantId: number) => {
  const { count } = await tx
    .selectFrom('apiKeys')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('merchantId', '=', merchantId)
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= mostKeys) throw new ApiError('too-many-api-keys')
}

/** Revokes a key of the merchant. Returns undefined if there is no active one. */
export const markRevoked = (tx: Tx, merchantId: number, id: number, revokedBy: string) =>
  tx
    .updateTable('apiKeys')
    .set({ revokedAt: tx.now, revokedBy })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .returning(['id', 'name', 'prefix'])
    .executeTakeFirst()

/** Makes a suspended key the owner's. Returns undefined if there is no such key. */
export const markConfirmed = (tx: Tx, merchantId: number, id: number, confirmedBy: string) =>
  tx
    .updateTable('apiKeys')
    .set({ suspendedAt: null, confirmedBy })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .where('suspendedAt', 'is not', null)
    .returning('id')
    .executeTakeFirst()

/**
 * Sets the limit and returns the previous one, or undefined if the merchant has no such active key with the refunds
 * scope.
 */
export const setRefundLimit = async (
  tx: Tx,
  merchantId: number,
  id: number,
  dailyRefundLimitUsd: string,
): Promise<{ dailyRefundLimitUsd: string } | undefined> => {
  const before = await tx
    .selectFrom('apiKeys')
    .select('dailyRefundLimitUsd')
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .where(sql<boolean>`'refunds' = any(scopes)`)
    .forUpdate()
    .executeTakeFirst()
  if (before) await tx.updateTable('apiKeys').set({ dailyRefundLimitUsd }).where('id', '=', id).execute()
  return before
}

/** Whether a restore brought this key back, and nobody has decided yet that it works. */
export const awaitsReview = (id: RawBuilder<unknown>) => sql<boolean>`
  exists (select from suspended_api_keys s where s.key_id = ${id} and s.decision is distinct from 'work')`

export type CountedKey = {
  id: number
  merchantId: number
  name: string
  prefix: string
  scopes: ApiScope[]
  createdBy: string
  allowedSources: string[]
  withdrawalAddresses: string[]
  suspendedAt: Date | null
  /** Until the store's keys may change something again. */
  blockedSeconds: number | null
  awaitsReview: boolean
  requests: number | null
  resetSeconds: number | null
}

/**
 * Finds an active key by its token, counts the request and saves the use. It is one statement, because every API
 * request runs it.
 */
export const findAndCountKey = (
  db: Db,
  token: string,
  address: string,
  counting: { counted: boolean; changes: boolean },
) =>
  writeOrRead(
    db,
    () => findAndCount(db, token, address, counting),
    () => findKey(db, token),
  )

const selectKey = (token: string, now: RawBuilder<unknown>) => sql`
  select k.*, ${awaitsReview(sql`k.id`)} as awaits_review
  from api_keys k join merchants m on m.id = k.merchant_id
  where k.token_hash = ${hashToken(token)} and k.revoked_at is null and m.is_active
    and (k.expires_at is null or k.expires_at > ${now})`

const findKey = async (db: Db, token: string) => {
  const { rows } = await sql<CountedKey>`
    select bearer.*, null::integer as requests, null::integer as reset_seconds, null::integer as blocked_seconds
    from (${selectKey(token, sql`app_now()`)}) bearer`.execute(db)
  return rows[0]
}

const findAndCount = async (
  db: Db,
  token: string,
  address: string,
  { counted, changes }: { counted: boolean; changes: boolean },
) => {
  const { rows } = await sql<CountedKey>`
    with time as materialized (select app_now() as now),
    bearer as materialized (
      ${selectKey(token, sql`(select now from time)`)}
    ),
    used as (
      update api_keys set last_used_at = (select now from time), last_used_from = ${address}
      where id = (
        select id from bearer where not awaits_review and (last_used_at is null or last_used_at <= (select now from time) - interval '1 minute')
      )
    ),
    refused as (
      update suspended_api_keys set refused_requests = refused_requests + 1
      where key_id = (select id from bearer where awaits_review)
    ),
    count as (
      insert into api_key_requests as r (key_id, window_started_at, requests)
      select id, now(), 1 from bearer where ${counted}
      on conflict (key_id) do update set
        requests = case when r.window_started_at <= now() - interval '1 minute' then 1 else r.requests + 1 end,
        window_started_at = case when r.window_started_at <= now() - interval '1 minute' then now() else r.window_started_at end
      returning requests, ceil(extract(epoch from window_started_at + interval '1 minute' - now()))::integer as reset_seconds
    )
    select bearer.*, count.requests, count.reset_seconds, case when ${counted && changes} then
      ceil(extract(epoch from take_attempt('changes:api-keys:' || merchant_id, ${changesPerHour}, '1 hour', false) - app_now()))::integer
      end as blocked_seconds
    from bearer left join count on true`.execute(db)
  return rows[0]
}
