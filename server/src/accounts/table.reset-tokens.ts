import { sql } from 'kysely'
import { hashToken, newToken } from '../platform/crypto/tokens.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { PersonRef } from '../platform/http/person.ts'

export type ResetPurpose = 'reset' | 'invitation'

const lifeMs = { reset: 30 * 60_000, invitation: 7 * 24 * 3_600_000 } satisfies Record<ResetPurpose, number>

/** Creates the token of a link. Older links of the same purpose stop working. Only the hash is stored. */
export const issueResetToken = async (
  tx: Tx,
  person: Addressed,
  purpose: ResetPurpose,
  validMs: number = lifeMs[purpose],
) => {
  const token = newToken()
  await sql`
    update password_reset_tokens set used = true
    where ${isOf(person)} and purpose = ${purpose} and not used`.execute(tx)
  await tx
    .insertInto('passwordResetTokens')
    .values({
      email: person.email,
      token: hashOf(token),
      userType: person.kind,
      personId: person.id,
      purpose,
      expiresAt: new Date(tx.now.getTime() + validMs),
    })
    .execute()
  return token
}

/** Whether a token is valid now. Checked before the slow hashing of the new password; `spendResetToken` decides. */
export const isResetTokenValid = async (db: Db, token: string): Promise<boolean> => {
  const row = await db
    .selectFrom('passwordResetTokens')
    .select('id')
    .where('token', '=', hashOf(token))
    .where('used', '=', false)
    .where('expiresAt', '>', sql<Date>`app_now()`)
    .executeTakeFirst()
  return row !== undefined
}

/** Finds whom a valid invitation is for, without using it. */
export const findInvited = (db: Db, token: string) =>
  db
    .selectFrom('passwordResetTokens')
    .select(['email', 'userType', 'personId'])
    .where('token', '=', hashOf(token))
    .where('purpose', '=', 'invitation')
    .where('used', '=', false)
    .where('expiresAt', '>', sql<Date>`app_now()`)
    .executeTakeFirst()

/** A token works once: of several requests at the same time, the first to mark it wins. */
export const spendResetToken = async (tx: Tx, token: string) => {
  const spent = await tx
    .updateTable('passwordResetTokens')
    .set({ used: true })
    .where('token', '=', hashOf(token))
    .where('used', '=', false)
    .where('expiresAt', '>', tx.now)
    .returning(['email', 'userType', 'personId', 'purpose'])
    .executeTakeFirst()
  return spent
}

/** All links of a person stop working. */
export const revokeResetTokens = async (tx: Tx, person: Addressed) => {
  await sql`update password_reset_tokens set used = true where ${isOf(person)} and not used`.execute(tx)
}

type Addressed = PersonRef & { email: string }

/** Links to the same address may be for others, whom another store invited. Those of the previous release name nobody. */
const isOf = ({ kind, id, email }: Addressed) =>
  sql`email = ${email} and user_type = ${kind} and coalesce(person_id, ${id}) = ${id}`

const hashOf = (token: string) => hashToken(token).toString('hex')

export const pruneResetTokens = (db: Db) =>
  sql`delete from password_reset_tokens where expires_at < app_now() - interval '30 days'`.execute(db)
