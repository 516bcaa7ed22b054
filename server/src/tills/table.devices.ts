import { type RawBuilder, type Selectable, sql } from 'kysely'
import { hashToken, newToken } from '../platform/crypto/tokens.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { TillDevices } from '../platform/db/types.ts'
import { writeOrRead } from '../platform/db/write-or-read.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { TillDevice } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'

export type DeviceRow = Selectable<TillDevices>

const mostDevices = 20
const linkMinutes = 60

/** Adds a device that waits for its link to be opened. The caller has locked the till. */
export const insertDevice = async (
  tx: Tx,
  device: { merchantId: number; tillId: number; name: string; createdBy: string },
): Promise<{ id: number; link: string }> => {
  const { rows } = await sql<{ devices: bigint }>`
    select count(*) as devices from till_devices
    where till_id = ${device.tillId} and revoked_at is null
      and (bound_at is not null or link_expires_at > app_now())`.execute(tx)
  if ((rows[0]?.devices ?? 0n) >= BigInt(mostDevices)) throw new ApiError('too-many-till-devices')
  const link = newToken()
  const { id } = await tx
    .insertInto('tillDevices')
    .values({
      ...device,
      linkHash: hashToken(link),
      linkExpiresAt: sql<Date>`app_now() + make_interval(mins => ${linkMinutes})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, link }
}

/**
 * Binds the device that opens the link. The link is spent by the same update, so that of two devices that open it at
 * once only one is bound.
 */
export const bindDeviceByLink = async (
  tx: Tx,
  slug: string,
  link: string,
  source: Source,
): Promise<{ device: DeviceRow; token: string } | undefined> => {
  const token = newToken()
  const device = await tx
    .updateTable('tillDevices')
    .set({
      linkHash: null,
      tokenHash: hashToken(token),
      boundAt: tx.now,
      lastUsedAt: tx.now,
      lastUsedFrom: source.address,
      userAgent: source.device,
    })
    .where('linkHash', '=', hashToken(link))
    .where('linkExpiresAt', '>', tx.now)
    .where('boundAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where(
      sql<boolean>`exists (select from tills t join merchants m on m.id = t.merchant_id
        where t.id = till_devices.till_id and t.slug = ${slug} and t.is_active and m.is_active)`,
    )
    .returningAll()
    .executeTakeFirst()
  return device && { device, token }
}

/** Returns the device if it wasn't revoked before. */
export const markDeviceRevoked = (
  tx: Tx,
  { merchantId, tillId, id }: { merchantId: number; tillId: number; id: number },
): Promise<DeviceRow | undefined> =>
  tx
    .updateTable('tillDevices')
    .set({ revokedAt: tx.now, linkHash: null })
    .where('merchantId', '=', merchantId)
    .where('tillId', '=', tillId)
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Sets what a device may refund in a day. Returns the limit before. */
export const setRefundLimit = async (
  tx: Tx,
  { merchantId, tillId, id }: { merchantId: number; tillId: number; id: number },
  dailyRefundLimitUsd: string,
): Promise<DeviceRow | undefined> => {
  const before = await tx
    .selectFrom('tillDevices')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('tillId', '=', tillId)
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (before) await tx.updateTable('tillDevices').set({ dailyRefundLimitUsd }).where('id', '=', id).execute()
  return before
}

/** Holds the device until the transaction ends, so that simultaneous attempts are counted one after the other. */
export const isRefundsLocked = async (tx: Tx, id: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('tillDevices')
    .select('id')
    .where('id', '=', id)
    .where('refundsLockedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row === undefined
}

/** Returns whether it wasn't locked before. */
export const lockRefunds = async (tx: Tx, id: number): Promise<boolean> => {
  const locked = await tx
    .updateTable('tillDevices')
    .set({ refundsLockedAt: tx.now })
    .where('id', '=', id)
    .where('refundsLockedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return locked !== undefined
}

export const markDeviceUnlocked = (
  tx: Tx,
  { merchantId, tillId, id }: { merchantId: number; tillId: number; id: number },
): Promise<DeviceRow | undefined> =>
  tx
    .updateTable('tillDevices')
    .set({ refundsLockedAt: null })
    .where('merchantId', '=', merchantId)
    .where('tillId', '=', tillId)
    .where('id', '=', id)
    .where('refundsLockedAt', 'is not', null)
    .where('revokedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Finds a bound device of the till, in one round trip. The last use is saved at most once a minute. */
export const findDeviceByToken = async (
  db: Db,
  slug: string,
  token: string,
  address: string,
): Promise<TillDevice | undefined> => {
  const found = sql`
    select d.id, d.name, d.merchant_id, m.store_name, d.till_id, t.slug
    from till_devices d join tills t on t.id = d.till_id join merchants m on m.id = d.merchant_id
    where d.token_hash = ${hashToken(token)} and d.revoked_at is null and t.slug = ${slug} and t.is_active and m.is_active`
  return writeOrRead(
    db,
    () => findAndSaveUse(db, found, address),
    async () => (await sql<TillDevice>`${found}`.execute(db)).rows[0],
  )
}

const findAndSaveUse = async (db: Db, found: RawBuilder<unknown>, address: string) => {
  const { rows } = await sql<TillDevice>`
    with found as (${found}), used as (
      update till_devices d set last_used_at = app_now(), last_used_from = ${address} from found
      where d.id = found.id and d.last_used_at < app_now() - interval '1 minute'
    )
    select * from found`.execute(db)
  return rows[0]
}
