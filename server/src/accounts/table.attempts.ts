import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { identityOf, type PersonRef } from '../platform/http/person.ts'

/**
 * Allows this many attempts within a window. One more blocks the bucket for that long, and twice as long each further
 * time in a row.
 */
export type Limit = { bucket: string; attempts: number; windowSeconds: number; grows?: boolean }

/** Unknown email addresses are counted too, so they are not stored as plain text. */
const hidden = (email: string) => createHash('sha256').update(email).digest('base64url')

export const limits = {
  // Per account and source, so a stranger's failures count against the stranger and not against the owner.
  signInOfAccountFromSource: (email: string, address: string): Limit => ({
    bucket: `sign-in:account:${hidden(email)}:${networkOf(address)}`,
    attempts: 5,
    windowSeconds: 60,
  }),
  signInOfAccountOnDevice: (email: string, deviceId: string): Limit => ({
    bucket: `sign-in:device:${hidden(email)}:${deviceId}`,
    attempts: 5,
    windowSeconds: 60,
  }),
  signInFromSource: (address: string): Limit => ({
    bucket: `sign-in:source:${networkOf(address)}`,
    attempts: 30,
    windowSeconds: 60,
  }),
  // These don't grow: a stranger who requests someone's reset links must not block that person for days.
  resetOfAccount: (email: string): Limit => ({
    bucket: `reset:account:${hidden(email)}`,
    attempts: 3,
    windowSeconds: 3600,
    grows: false,
  }),
  resetFromSource: (address: string): Limit => ({
    bucket: `reset:source:${networkOf(address)}`,
    attempts: 30,
    windowSeconds: 3600,
    grows: false,
  }),
  applicationsFromSource: (address: string): Limit => ({
    bucket: `applications:source:${networkOf(address)}`,
    attempts: 10,
    windowSeconds: 3600,
    grows: false,
  }),
  applicationLinksFromSource: (address: string): Limit => ({
    bucket: `application-link:source:${networkOf(address)}`,
    attempts: 30,
    windowSeconds: 60,
  }),
  /** Emails that anyone can make us send to someone's address, from as many sources as they like. */
  appliedBeforeEmails: (email: string): Limit => ({
    bucket: `applied-before:account:${hidden(email)}`,
    attempts: 3,
    windowSeconds: 3600,
    grows: false,
  }),
  /** Emails to strangers that a store can make us send in a day. */
  teamInvitations: (merchantId: number): Limit => ({
    bucket: `team-invitations:merchant:${merchantId}`,
    attempts: 20,
    windowSeconds: 86_400,
    grows: false,
  }),
  /** The same, to one address, by as many stores as there are. */
  invitationsTo: (email: string): Limit => ({
    bucket: `team-invitations:to:${hidden(email)}`,
    attempts: 5,
    windowSeconds: 86_400,
    grows: false,
  }),
  linkUsesFromSource: (address: string): Limit => ({
    bucket: `payment-link:source:${networkOf(address)}`,
    attempts: 30,
    windowSeconds: 60,
    grows: false,
  }),
  /** Their invoices are kept, also unpaid ones. */
  linkInvoicesFromSource: (address: string): Limit => ({
    bucket: `payment-link:day:source:${networkOf(address)}`,
    attempts: 5_000,
    windowSeconds: 86_400,
    grows: false,
  }),
  /** Places of a payment link with a limit. They are taken for as long as an invoice is open. */
  linkPlacesFromSource: (linkId: number, address: string, attempts: number, windowSeconds: number): Limit => ({
    bucket: `payment-link:${linkId}:source:${networkOf(address)}`,
    attempts,
    windowSeconds,
    grows: false,
  }),
  /** The single place of a link for one payment. Its invoices may be open for days, so these are kept for longer. */
  linkTurnsFromSource: (linkId: number, address: string, attempts: number, windowSeconds: number): Limit => ({
    bucket: `payment-link-turn:${linkId}:source:${networkOf(address)}`,
    attempts,
    windowSeconds,
    grows: false,
  }),
  // Wallets of one provider may share a source. A day's limit bounds the rows that one source can cause.
  lnurlCallsFromSource: (address: string): Limit => ({
    bucket: `lnurl:source:${networkOf(address)}`,
    attempts: 60,
    windowSeconds: 60,
    grows: false,
  }),
  lnurlInvoicesFromSource: (address: string): Limit => ({
    bucket: `lnurl-invoice:source:${networkOf(address)}`,
    attempts: 5_000,
    windowSeconds: 86_400,
    grows: false,
  }),
  /** Guessing a device link is hopeless, so this only bounds the work that strangers cause. */
  deviceLinksFromSource: (address: string): Limit => ({
    bucket: `till-link:source:${networkOf(address)}`,
    attempts: 30,
    windowSeconds: 60,
    grows: false,
  }),
  salesOfDevice: (deviceId: number): Limit => ({
    bucket: `till-sale:device:${deviceId}`,
    attempts: 30,
    windowSeconds: 60,
    grows: false,
  }),
  /** Receipts that a stolen device can make us send. */
  receiptsOfDevice: (deviceId: number): Limit => ({
    bucket: `till-receipt:device:${deviceId}`,
    attempts: 60,
    windowSeconds: 3600,
    grows: false,
  }),
  /** Each PIN takes a slow comparison. */
  pinsOfDevice: (deviceId: number): Limit => ({
    bucket: `till-pin:device:${deviceId}`,
    attempts: 20,
    windowSeconds: 60,
    grows: false,
  }),
  /** Each one makes the engine create an invoice. Looking at one that can be paid is not counted. */
  openingsFromSource: (address: string): Limit => ({
    bucket: `opening:source:${networkOf(address)}`,
    attempts: 60,
    windowSeconds: 3600,
    grows: false,
  }),
  newPricesFromSource: (address: string): Limit => ({
    bucket: `new-price:source:${networkOf(address)}`,
    attempts: 10,
    windowSeconds: 600,
    grows: false,
  }),
  receiptsFromSource: (address: string): Limit => ({
    bucket: `receipt:source:${networkOf(address)}`,
    attempts: 10,
    windowSeconds: 3600,
    grows: false,
  }),
  /** Receipts that strangers with paid invoices can make us send to one mailbox, from as many sources as they like. */
  receiptsTo: (mailbox: string): Limit => ({
    bucket: `receipt:to:${hidden(mailbox)}`,
    attempts: 3,
    windowSeconds: 3600,
    grows: false,
  }),
  receiptFilesFromSource: (address: string): Limit => ({
    bucket: `receipt-file:source:${networkOf(address)}`,
    attempts: 30,
    windowSeconds: 60,
    grows: false,
  }),
  // What people and programs change leaves rows that are kept, such as the audit log. These bound all of them. A person's
  // limit is several times that of a session, so that a stolen session can't keep the owner from acting in another.
  changesOfSession: (sessionId: number): Limit => ({
    bucket: `changes:session:${sessionId}`,
    attempts: 1_200,
    windowSeconds: 3600,
    grows: false,
  }),
  changesOfPerson: (person: PersonRef): Limit => ({
    bucket: `changes:${identityOf(person)}`,
    attempts: 6_000,
    windowSeconds: 3600,
    grows: false,
  }),
  changesOfDevice: (deviceId: number): Limit => ({
    bucket: `changes:till-device:${deviceId}`,
    attempts: 3_600,
    windowSeconds: 3600,
    grows: false,
  }),
  /** A revoked key stays in the list. */
  newApiKeys: (merchantId: number): Limit => ({
    bucket: `api-key:merchant:${merchantId}`,
    attempts: 60,
    windowSeconds: 86_400,
    grows: false,
  }),
  /** Sending webhooks again, and test events. Each one causes up to 13 attempts, and a test is an event that is kept. */
  webhookResends: (endpointId: number): Limit => ({
    bucket: `webhook-resend:endpoint:${endpointId}`,
    attempts: 60,
    windowSeconds: 3600,
    grows: false,
  }),
  /** A removed endpoint stays as long as its deliveries. */
  newEndpoints: (merchantId: number): Limit => ({
    bucket: `webhook-endpoint:merchant:${merchantId}`,
    attempts: 60,
    windowSeconds: 86_400,
    grows: false,
  }),
  /** Decoding a picture takes memory and time. */
  imageUploads: (merchantId: number): Limit => ({
    bucket: `image-upload:merchant:${merchantId}`,
    attempts: 60,
    windowSeconds: 3600,
    grows: false,
  }),
  /** Each one is tens of thousands of rows, which are in memory until they are read. */
  personalDataExports: (person: PersonRef): Limit => ({
    bucket: `personal-data:${identityOf(person)}`,
    attempts: 10,
    windowSeconds: 86_400,
    grows: false,
  }),
  reportsFromSource: (address: string): Limit => ({
    bucket: `report:source:${networkOf(address)}`,
    attempts: 5,
    windowSeconds: 3600,
    grows: false,
  }),
  /** Reports of one page by as many sources as there are: an operator needs only the first few. */
  reportsOfInvoice: (invoiceId: string): Limit => ({
    bucket: `report:invoice:${invoiceId}`,
    attempts: 20,
    windowSeconds: 86_400,
    grows: false,
  }),
  // Each one moves the wallet forward. Other wallets find funds only up to 20 unused addresses ahead.
  receiveAddresses: (merchantId: number): Limit => ({
    bucket: `receive-address:merchant:${merchantId}`,
    attempts: 10,
    windowSeconds: 3600,
    grows: false,
  }),
  walletSyncs: (merchantId: number): Limit => ({
    bucket: `wallet-sync:merchant:${merchantId}`,
    attempts: 10,
    windowSeconds: 60,
    grows: false,
  }),
  depositAddresses: (merchantId: number): Limit => ({
    bucket: `deposit-address:merchant:${merchantId}`,
    attempts: 300,
    windowSeconds: 3600,
    grows: false,
  }),
  /** A stolen key must not use up the addresses that a merchant can have. */
  depositAddressesOfKey: (apiKeyId: number): Limit => ({
    bucket: `deposit-address:key:${apiKeyId}`,
    attempts: 200,
    windowSeconds: 86_400,
    grows: false,
  }),
  refundClaimsFromSource: (address: string): Limit => ({
    bucket: `refund-claim:source:${networkOf(address)}`,
    attempts: 20,
    windowSeconds: 600,
    grows: false,
  }),
  resetTokenFromSource: (address: string): Limit => ({
    bucket: `reset-token:source:${networkOf(address)}`,
    attempts: 30,
    windowSeconds: 60,
  }),
  // Per session, so that a stolen session cannot keep the owner from changing the password in another.
  currentPassword: ({ sessionId }: { sessionId: number }): Limit => ({
    bucket: `current-password:session:${sessionId}`,
    attempts: 5,
    windowSeconds: 60,
  }),
  /**
   * Counted after a wrong code, not before a code: the fifth wrong one blocks it. Sessions and known devices count for
   * themselves, so that wrong codes of a stolen session don't keep the owner out.
   */
  wrongSecondFactor: (person: PersonRef, client?: string): Limit => ({
    bucket: ['second-factor', identityOf(person), ...(client === undefined ? [] : [client])].join(':'),
    attempts: 4,
    windowSeconds: 15 * 60,
  }),
}

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
