import { sql } from 'kysely'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { PersonKind } from '../platform/http/person.ts'

/** What is known of someone who signs in; the same for all four tables. */
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
  /** Invited to a position that needs a second factor, and has not set one up yet. */
  mustEnroll: boolean
}

/** Credentials that nobody else changes before this transaction ends. */
export type LockedCredentials = Credentials & {
  /** The world's time. Authenticator apps keep it, also when the sandbox's clock was turned. */
  worldTime: Date
}

export const findCredentialsByEmail = async (db: Db, email: string): Promise<Credentials | undefined> => {
  const { rows } = await sql<Credentials>`
    select people.* from email_addresses
    join people on people.kind = email_addresses.person_kind and people.id = email_addresses.person_id
    where email_addresses.email = ${email}`.execute(db)
  return rows[0]
}

export const getCredentials = async (db: Db, { kind, id }: PersonRef): Promise<Credentials> => {
  const { rows } = await sql<Credentials>`select * from people where kind = ${kind} and id = ${id}`.execute(db)
  const [credentials] = rows
  if (!credentials) throw new Error(`there is no ${kind} ${id}`)
  return credentials
}

/** Holds the person's row. The lock lets rows that refer to it (a merchant's invoices) be written meanwhile. */
export const lockCredentials = async (tx: Tx, { kind, id }: PersonRef): Promise<LockedCredentials> => {
  await tx.selectFrom(tableOf(kind)).select('id').where('id', '=', id).forNoKeyUpdate().execute()
  if (kind === 'merchant-user') {
    // Or a merchant that is deactivated at this moment would leave its user with a session that it did not see.
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

/** Holds someone's row, where there is such a person. */
export const lockPerson = async (tx: Tx, person: PersonRef): Promise<LockedCredentials | undefined> => {
  const found = await tx
    .selectFrom(tableOf(person.kind))
    .select('id')
    .where('id', '=', person.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return found && lockCredentials(tx, person)
}

/** Someone who can sign in, in whichever of the four tables. */
export type PersonRef = { kind: PersonKind; id: number }

const tables = {
  admin: 'admins',
  merchant: 'merchants',
  'merchant-user': 'merchant_users',
  partner: 'partners',
} as const satisfies Record<PersonKind, string>

/** The four tables carry the same credential columns, so the type of one stands for all of them. */
export const tableOf = (kind: PersonKind) => tables[kind] as 'admins'

/** What a person's secrets are sealed to and their limits are counted by. */
export const identityOf = ({ kind, id }: PersonRef) => `${kind}:${id}`

/** Stores the hash of a password that was given to a person, not chosen by them: it leaves no date of change. */
export const replacePassword = async (tx: Tx, person: PersonRef, passwordHash: string) => {
  await tx
    .updateTable(tableOf(person.kind))
    .set({ passwordHash, lastPasswordChange: null, updatedAt: tx.now })
    .where('id', '=', person.id)
    .execute()
}

/** Stores the hash of a password that its owner chose. */
export const setPassword = async (tx: Tx, person: PersonRef, passwordHash: string) => {
  await tx
    .updateTable(tableOf(person.kind))
    .set({ passwordHash, lastPasswordChange: tx.now, updatedAt: tx.now })
    .where('id', '=', person.id)
    .execute()
}

/** A secret that is shown but not yet proven. It replaces one that was shown before. */
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

/** The pending secret applySnapshot the secret. The code that proved it is used up with it. */
export const enableTwoFactor = async (tx: Tx, person: LockedCredentials, provenStep: number) => {
  await tx
    .updateTable(tableOf(person.kind))
    .set({
      twoFactorEnabled: true,
      twoFactorSecret: person.twoFactorPendingSecret,
      twoFactorPendingSecret: null,
      twoFactorLastStep: BigInt(provenStep),
      // Enrolling as a part of the invitation is no change that someone would have to wait after.
      twoFactorChangedAt: person.mustEnroll ? null : tx.now,
      mustEnroll: false,
      updatedAt: tx.now,
    })
    .where('id', '=', person.id)
    .execute()
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

/** From now on this person may do nothing before they have set up a second factor. */
export const markMustEnroll = async (tx: Tx, person: PersonRef) => {
  await tx
    .updateTable(tableOf(person.kind))
    .set({ mustEnroll: true, updatedAt: tx.now })
    .where('id', '=', person.id)
    .execute()
}

/** Secrets are sealed to the person they belong to: in another's row they do not open. */
export const secretIdentity = (person: Parameters<typeof identityOf>[0]) => `two-factor-secret:${identityOf(person)}`
