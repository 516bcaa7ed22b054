import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { type PersonRef, tableOf } from './person-tables.ts'

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
