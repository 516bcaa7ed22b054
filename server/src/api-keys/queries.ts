import type { ApiKeyView } from '@bitquay/contract/api-keys'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { ApiKeys } from '../platform/db/types.ts'
import { awaitsReview } from './table.ts'

type Row = Selectable<ApiKeys> & { expired: boolean; awaitsReview: boolean }

const mostShown = 200

export const listKeys = async (db: Db, merchantId: number): Promise<ApiKeyView[]> =>
  (await select(db, merchantId).limit(mostShown).execute()).map(present)

export const getKey = async (tx: Db | Tx, merchantId: number, id: number): Promise<ApiKeyView> =>
  present(await select(tx, merchantId).where('id', '=', id).executeTakeFirstOrThrow())

const select = (db: Db | Tx, merchantId: number) =>
  db
    .selectFrom('apiKeys')
    .selectAll()
    .select(sql<boolean>`coalesce(expires_at <= app_now(), false)`.as('expired'))
    .select(awaitsReview(sql.ref('api_keys.id')).as('awaitsReview'))
    .where('merchantId', '=', merchantId)
    .orderBy('id', 'desc')

const present = (row: Row): ApiKeyView => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes as ApiKeyView['scopes'],
  allowedSources: row.allowedSources,
  withdrawalAddresses: row.withdrawalAddresses,
  dailyRefundLimitUsd: row.dailyRefundLimitUsd,
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  lastUsedFrom: row.lastUsedFrom,
  status: row.revokedAt
    ? 'revoked'
    : row.expired
      ? 'expired'
      : row.suspendedAt || row.awaitsReview
        ? 'suspended'
        : 'active',
  awaitsReview: row.awaitsReview && row.revokedAt === null,
})
