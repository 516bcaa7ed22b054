import { sql } from 'kysely'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { identityOf, type PersonKind, type PersonRef } from '../platform/http/person.ts'

/** The credentials of a person who signs in. They are the same for all four tables. */
export type Credentials = PersonRef & {
  email: string
  name: string
  /** Also false when the person's merchant is not active. */
  isActive: boolean
  passwordHash: string | null
  twoFactorEnabled: boolean
  twoFactorSecret: string | null
  twoFactorPendingSecret: string | null
  twoFactorLastStep: bigint | null
  lastPasswordChange: Date | null
  merchantId: number | null
  role: 'owner' | 'admin' | 'user' | null
  storeName: string | null
  sharePercentage: string | null
  /** Invited to a role that needs 2FA, and has not set it up yet. */
  mustEnroll: boolean
}

/** Credentials that nobody else can change before this transaction ends. */
export type LockedCredentials = Credentials & {
  /** The real time, which authenticator apps use even when the sandbox clock was moved. */
  worldTime: Date
}

export const findCredentialsByEmail = async (db: Db, email: string): Promise<Credentials | undefined> => {
  const { rows } = await sql<Credentials>`
    select people.* from email_addresses
    join people on people.kind = email_addresses.person_kind and people.id = email_addresses.person_id
    where email_addresses.email = ${email}`.execute(db)
  return rows[0]
}

export const findCredentials = async (db: Db, { kind, id }: PersonRef): Promise<Credentials | undefined> => {
  const { rows } = await sql<Credentials>`select * from people where kind = ${kind} and id = ${id}`.execute(db)
  return rows[0]
}

/** Whether an account has this address. An invitation to a team that nobody accepted yet doesn't hold it. */
export const isEmailTaken = async (db: Db, email: string): Promise<boolean> => {
  const known = await findCredentialsByEmail(db, email)
  return known !== undefined && !isOnlyInvited(known)
}

export const isOnlyInvited = ({ kind, passwordHash }: Credentials) => kind === 'merchant-user' && passwordHash === null

export const getCredentials = async (db: Db, { kind, id }: PersonRef): Promise<Credentials> => {
  const { rows } = await sql<Credentials>`select * from people where kind = ${kind} and id = ${id}`.execute(db)
  const [credentials] = rows
  if (!credentials) throw new Error(`there is no ${kind} ${id}`)
  return credentials
}

/** Locks the person's row. Rows that refer to it (a merchant's invoices) can still be written meanwhile. */
export const lockCredentials = async (tx: Tx, { kind, id }: PersonRef): Promise<LockedCredentials> => {
  await tx.selectFrom(tableOf(kind)).select('id').where('id', '=', id).forNoKeyUpdate().execute()
  if (kind === 'merchant-user') {
    // Otherwise, deactivating the merchant at this moment would miss the new session of its user.
    await sql`select 1 from merchants where id = (select merchant_id from merchant_users where id = ${id}) for share`.execute(
      tx,
    )
  }
  const { rows } = await sql<LockedCredentials>`
    select *, clock_timestamp() as world_time from people where kind = ${kind} and id = ${id}`.execute(tx)
  const [credentials] = rows
  if (!credentials) throw new Error(`there is no ${kind} ${id}`)
  return credentials
}

/** Locks a person's row, if there is such a person. */
export const lockPerson = async (tx: Tx, person: PersonRef): Promise<LockedCredentials | undefined> => {
  const found = await tx
    .selectFrom(tableOf(person.kind))
    .select('id')
    .where('id', '=', person.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return found && lockCredentials(tx, person)
}

const tables = {
  admin: 'admins',
  merchant: 'merchants',
  'merchant-user': 'merchant_users',
  partner: 'partners',
} as const satisfies Record<PersonKind, string>

/** The four tables have the same credential columns, so the type of one is used for all of them. */
export const tableOf = (kind: PersonKind) => tables[kind] as 'admins'

/** Saves a password that was set for the person and not chosen by them, so it has no date of change. */
export const replacePassword = async (tx: Tx, person: PersonRef, passwordHash: string) => {
  await tx
    .updateTable(tableOf(person.kind))
    .set({ passwordHash, lastPasswordChange: null, updatedAt: tx.now })
    .where('id', '=', person.id)
    .execute()
}

/** From now on no password signs this person in, until they choose one through a link. */
export const clearPassword = async (tx: Tx, person: PersonRef) => {
  await tx
    .updateTable(tableOf(person.kind))
    .set({ passwordHash: null, lastPasswordChange: null, updatedAt: tx.now })
    .where('id', '=', person.id)
    .execute()
}

export const setEmail = async (tx: Tx, person: PersonRef, email: string) => {
  await tx.updateTable(tableOf(person.kind)).set({ email, updatedAt: tx.now }).where('id', '=', person.id).execute()
}

/** Saves a password that its owner chose. */
export const setPassword = async (tx: Tx, person: PersonRef, passwordHash: string) => {
  await tx
    .updateTable(tableOf(person.kind))
    .set({ passwordHash, lastPasswordChange: tx.now, updatedAt: tx.now })
    .where('id', '=', person.id)
    .execute()
}

/** Saves a secret that was shown but not yet verified. It replaces an earlier one. */
export const storePendingSecret = async (tx: Tx, sealer: Sealer, person: PersonRef, secret: string) => {
  await tx
    .updateTable(tableOf(person.kind))
    .set({ twoFactorPendingSecret: sealer.seal(secret, secretIdentity(person)), updatedAt: tx.now })
    .where('id', '=', person.id)
    .execute()
}

export const openPendingSecret = (sealer: Sealer, person: LockedCredentials): string | undefined =>
  person.twoFactorPendingSecret === null
    ? undefined
    : sealer.open(person.twoFactorPendingSecret, secretIdentity(person))

/** The pending secret becomes the secret. The code that verified it cannot be used again. */
export const enableTwoFactor = async (tx: Tx, person: LockedCredentials, provenStep: number) => {
  await tx
    .updateTable(tableOf(person.kind))
    .set({
      twoFactorEnabled: true,
      twoFactorSecret: person.twoFactorPendingSecret,
      twoFactorPendingSecret: null,
      twoFactorLastStep: BigInt(provenStep),
      // Setting up the first 2FA with the invitation is not a change that starts a wait.
      twoFactorChangedAt: sql<Date | null>`
        case when must_enroll and two_factor_changed_at is null then null else ${tx.now}::timestamptz end`,
      mustEnroll: false,
      updatedAt: tx.now,
    })
    .where('id', '=', person.id)
    .execute()
}

/** The last accepted step is saved by compare-and-set, so neither this code nor an older one works again. */
export const markStepUsed = async (tx: Tx, person: PersonRef, step: number): Promise<boolean> => {
  const marked = await tx
    .updateTable(tableOf(person.kind))
    .set({ twoFactorLastStep: BigInt(step) })
    .where('id', '=', person.id)
    .where((row) => row.or([row('twoFactorLastStep', 'is', null), row('twoFactorLastStep', '<', BigInt(step))]))
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

export const clearTwoFactor = async (tx: Tx, person: PersonRef) => {
  await tx
    .updateTable(tableOf(person.kind))
    .set({
      twoFactorEnabled: false,
      twoFactorSecret: null,
      twoFactorPendingSecret: null,
      twoFactorLastStep: null,
      twoFactorChangedAt: tx.now,
      updatedAt: tx.now,
    })
    .where('id', '=', person.id)
    .execute()
}

/** From now on this person can do nothing until they set up 2FA. */
export const markMustEnroll = async (tx: Tx, person: PersonRef) => {
  await tx
    .updateTable(tableOf(person.kind))
    .set({ mustEnroll: true, updatedAt: tx.now })
    .where('id', '=', person.id)
    .execute()
}

/** Secrets are sealed to their owner and cannot be opened from another person's row. */
export const secretIdentity = (person: Parameters<typeof identityOf>[0]) => `two-factor-secret:${identityOf(person)}`
