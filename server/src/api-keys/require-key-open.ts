import { sql } from 'kysely'
import { findWaiting, requireWithdrawalsOpen } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { findCredentialsByEmail } from '../people/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { ApiKey, PersonRef } from '../platform/http/person.ts'

type KeyRef = Pick<ApiKey, 'id' | 'merchantId' | 'createdBy'>

/**
 * A key that moves money replaces the second factor of its creator, so it is blocked while they are. It is read again,
 * because it may have been revoked or suspended while the request waited for a lock.
 */
export const requireWithdrawalsOpenForKey = async (db: Db, deps: Pick<Deps, 'config'>, key: KeyRef) => {
  const { rows } = await sql<{ isSuspended: boolean }>`
    select k.suspended_at is not null as is_suspended from api_keys k join merchants m on m.id = k.merchant_id
    where k.id = ${key.id} and k.revoked_at is null and m.is_active
      and (k.expires_at is null or k.expires_at > app_now())`.execute(db)
  if (!rows[0]) throw new ApiError('invalid-api-key')
  if (rows[0].isSuspended) throw new ApiError('scope-missing', { message: 'This API key is suspended.' })
  await requireWithdrawalsOpen(db, deps, await findResponsible(db, key))
}

/** Whether the person who stands for a key must wait before they can withdraw, or the key for its owner. */
export const isKeyWaiting = async (
  db: Db,
  config: Pick<Deps['config'], 'mode'>,
  apiKeyId: number,
): Promise<boolean> => {
  const key = await db
    .selectFrom('apiKeys')
    .select(['id', 'merchantId', 'createdBy', 'suspendedAt'])
    .where('id', '=', apiKeyId)
    .executeTakeFirstOrThrow()
  if (key.suspendedAt) return true
  return (await findWaiting(db, config, await findResponsible(db, key))) !== undefined
}

/** The creator of a key, or the owner of the store who confirmed it or if the creator's account no longer exists. */
const findResponsible = async (db: Db, { id, merchantId, createdBy }: KeyRef): Promise<PersonRef> => {
  const confirmed = db.selectFrom('apiKeys').select('id').where('id', '=', id).where('confirmedBy', 'is not', null)
  const creator = (await confirmed.executeTakeFirst()) ? undefined : await findCredentialsByEmail(db, createdBy)
  return creator?.merchantId === merchantId ? creator : { kind: 'merchant', id: merchantId }
}
