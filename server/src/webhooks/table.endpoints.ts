import { randomBytes } from 'node:crypto'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { WebhookEndpoints } from '../platform/db/types.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { newWebhookSecret, previousSecretHours, sealSecret } from './secrets.ts'

export type EndpointRow = Selectable<WebhookEndpoints>

export type NewEndpoint = {
  merchantId: number
  kind: 'standard' | 'btcpay'
  url: string
  description: string | undefined
  events: readonly string[]
  /** Shop plugins may supply their own. */
  secret?: string | undefined
  automaticRedelivery?: boolean | undefined
  createdBy: string
}

export const mostEndpoints = 20

export const addEndpoint = async (
  tx: Tx,
  sealer: Sealer,
  endpoint: NewEndpoint,
): Promise<{ row: EndpointRow; secret: string }> => {
  const { count } = await tx
    .selectFrom('webhookEndpoints')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('merchantId', '=', endpoint.merchantId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= mostEndpoints) throw new ApiError('too-many-webhooks')
  const tag = randomBytes(12).toString('hex')
  const secret = endpoint.secret ?? newWebhookSecret()
  const row = await tx
    .insertInto('webhookEndpoints')
    .values({
      merchantId: endpoint.merchantId,
      tag,
      kind: endpoint.kind,
      url: endpoint.url,
      description: endpoint.description ?? null,
      events: [...endpoint.events],
      secret: sealSecret(sealer, tag, secret),
      automaticRedelivery: endpoint.automaticRedelivery ?? true,
      createdBy: endpoint.createdBy,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { row, secret }
}

export const getEndpoint = async (db: Db | Tx, merchantId: number, id: number): Promise<EndpointRow> => {
  const row = await db
    .selectFrom('webhookEndpoints')
    .selectAll()
    .where('id', '=', id)
    .where('merchantId', '=', merchantId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row) throw new ApiError('not-found')
  return row
}

/** Shop plugins only see the endpoints that they created with their key. */
export const listBtcpayEndpoints = (
  db: Db,
  { merchantId, name }: { merchantId: number; name: string },
): Promise<EndpointRow[]> =>
  db
    .selectFrom('webhookEndpoints')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('kind', '=', 'btcpay')
    .where('createdBy', '=', name)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()

export const findBtcpayEndpoint = async (db: Db, owner: { merchantId: number; name: string }, id: number) =>
  (await listBtcpayEndpoints(db, owner)).find((row) => row.id === id)

export type EndpointChange = {
  url?: string | undefined
  description?: string | undefined
  events?: readonly string[] | undefined
  enabled?: boolean | undefined
  automaticRedelivery?: boolean | undefined
}

/**
 * Enabling resets the failures: earlier errors say nothing about the endpoint now. Behind another URL is another server,
 * whose speed nobody knows.
 */
export const changeEndpoint = async (tx: Tx, id: number, change: EndpointChange) => {
  const { url, description, events, enabled, automaticRedelivery } = change
  const values: Updateable<WebhookEndpoints> = {
    ...(url === undefined ? {} : { url }),
    ...(description === undefined ? {} : { description: description || null }),
    ...(events === undefined ? {} : { events: [...events] }),
    ...(enabled === undefined ? {} : { enabled, disabledBecause: enabled ? null : 'by-hand' }),
    ...(enabled === true || url !== undefined ? { failures: 0, pausedUntil: null } : {}),
    ...(url === undefined ? {} : { quickAnswers: 0 }),
    ...(automaticRedelivery === undefined ? {} : { automaticRedelivery }),
  }
  // An update that sets nothing isn't SQL.
  if (Object.keys(values).length === 0) return
  await tx.updateTable('webhookEndpoints').set(values).where('id', '=', id).executeTakeFirstOrThrow()
}

/** A secret supplied by a plugin replaces the old one at once, because its format has only one signature. */
export const replaceSecret = (tx: Tx, sealer: Sealer, { id, tag }: EndpointRow, secret: string) =>
  tx
    .updateTable('webhookEndpoints')
    .set({ secret: sealSecret(sealer, tag, secret), previousSecret: null, previousSecretUntil: null })
    .where('id', '=', id)
    .execute()

export const removeEndpoint = (tx: Tx, id: number) =>
  tx
    .updateTable('webhookEndpoints')
    .set({ deletedAt: tx.now, enabled: false, disabledBecause: 'by-hand' })
    .where('id', '=', id)
    .execute()

/** The old secret also signs for another day, so that a receiver can change it without a gap. */
export const rotateSecret = async (tx: Tx, sealer: Sealer, { id, tag, secret: previousSecret }: EndpointRow) => {
  const secret = newWebhookSecret()
  await tx
    .updateTable('webhookEndpoints')
    .set({
      secret: sealSecret(sealer, tag, secret),
      previousSecret,
      previousSecretUntil: sql<Date>`app_now() + make_interval(hours => ${previousSecretHours})`,
    })
    .where('id', '=', id)
    .execute()
  return secret
}
