import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'

/**
 * Allows this many attempts within a window. One more blocks the bucket for that long, and twice as long each further
 * time in a row.
 */
export type Limit = { bucket: string; attempts: number; windowSeconds: number; grows?: boolean }

/** Unknown email addresses are counted too, so they are not stored as plain text. */
export const hidden = (email: string) => createHash('sha256').update(email).digest('base64url')

/**
 * Counts a sign-in of the account from any source, before its password is checked. Returns the number of failures if a
 * proof of work is needed and missing.
 */
export const takeSignIn = async (
  tx: Tx,
  email: string,
  { free, proven }: { free: number; proven: boolean },
): Promise<number | undefined> => {
  const { rows } = await sql<{ failures: number | null }>`
    select take_sign_in(${hidden(email)}, ${free}, ${proven}) as failures`.execute(tx)
  return rows[0]?.failures ?? undefined
}

/** Gives back the attempt of a sign-in whose password was right. */
export const returnSignInAttempt = async (tx: Tx, email: string) => {
  await tx
    .updateTable('signInFailures')
    .set({ failures: sql`greatest(failures - 1, 0)` })
    .where('account', '=', hidden(email))
    .execute()
}

/** Takes an attempt, or returns the refusal. It is not thrown, because the rollback would undo the count. */
export const takeAttempt = async (db: Db | Tx, limit: Limit): Promise<ApiError | undefined> => {
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from take_attempt(${limit.bucket}, ${limit.attempts},
      make_interval(secs => ${limit.windowSeconds}), ${limit.grows ?? true}) - app_now()))::integer as seconds`.execute(
    db,
  )
  const seconds = rows[0]?.seconds ?? null
  return seconds === null ? undefined : tooManyAttempts(seconds)
}

/**
 * Takes an attempt from all of these limits in one statement, which doesn't wait for the disk: every request that changes
 * something runs it, and a crash may lose the last counts.
 */
export const takeAttempts = async (db: Db, limits: readonly Limit[]): Promise<ApiError | undefined> => {
  const columns = [
    sql`${limits.map(({ bucket }) => bucket)}::text[]`,
    sql`${limits.map(({ attempts }) => attempts)}::integer[]`,
    sql`${limits.map(({ windowSeconds }) => windowSeconds)}::integer[]`,
    sql`${limits.map(({ grows }) => grows ?? true)}::boolean[]`,
  ]
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from max(take_attempt(l.bucket, l.attempts, make_interval(secs => l.seconds), l.grows)) - app_now()))::integer
      as seconds
    from set_config('synchronous_commit', 'off', true), unnest(${sql.join(columns)}) l (bucket, attempts, seconds, grows)`.execute(
    db,
  )
  const seconds = rows[0]?.seconds ?? null
  return seconds === null ? undefined : tooManyAttempts(seconds)
}

export const findClosed = async (tx: Tx, { bucket }: Limit): Promise<ApiError | undefined> => {
  const row = await tx
    .selectFrom('attemptLimits')
    .select('blockedUntil')
    .where('bucket', '=', bucket)
    .where('blockedUntil', '>', tx.now)
    .executeTakeFirst()
  if (!row?.blockedUntil) return undefined
  return tooManyAttempts(Math.ceil((row.blockedUntil.getTime() - tx.now.getTime()) / 1000))
}

/** Gives back an attempt that was not a failure. */
export const returnAttempt = async (tx: Tx, { bucket }: Limit) => {
  await tx
    .updateTable('attemptLimits')
    .set({ attempts: sql`greatest(attempts - 1, 0)` })
    .where('bucket', '=', bucket)
    .execute()
}

export const forgetAttempts = async (tx: Tx, { bucket }: Limit) => {
  await tx.deleteFrom('attemptLimits').where('bucket', '=', bucket).execute()
}

const tooManyAttempts = (retryAfterSeconds: number) => new ApiError('too-many-attempts', { retryAfterSeconds })

/** Someone who has one IPv6 address has the 2^64 addresses of its network too. */
export const networkOf = (address: string) => {
  const [plain = ''] = address.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped || !isIPv6(plain)) return mapped ?? plain
  const [head = '', tail] = plain.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

export const pruneAttempts = async (db: Db) => {
  await sql`delete from attempt_limits
    where greatest(window_started_at, coalesce(blocked_until, window_started_at))
      < app_now() - case when bucket like 'payment-link-turn:%' then interval '30 days' else interval '1 day' end`.execute(
    db,
  )
  await sql`delete from sign_in_failures where updated_at < app_now() - interval '7 days'`.execute(db)
  await sql`delete from spent_proofs where expires_at < app_now()`.execute(db)
}

/** Marks a proof of work as used. Returns false if it was used before. */
export const markProofSpent = async (tx: Tx, hash: Buffer, expiresAt: Date): Promise<boolean> => {
  const spent = await tx
    .insertInto('spentProofs')
    .values({ hash, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst()
  return spent !== undefined
}
