import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { commitThenRefuse } from '../platform/db/commit-then-throw.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { PersonKind } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { passwordResetLetter } from './emails.ts'
import { limits, takeAttempt } from './table.attempts.ts'
import { findCredentialsByEmail } from './table.credentials.ts'
import { issueResetToken } from './table.reset-tokens.ts'

/** Longer than the work takes: what is left of the difference between one address and another is not heard outside. */
const answerAfterMs = 100

/**
 * Mails a reset link. Whether there is such a person, and whether they have asked too often, changes neither the answer
 * nor the work: for an address that nobody has, the same rows are written and taken back.
 */
export const requestPasswordReset = async (deps: Deps, email: string, source: Source) => {
  const [outcome] = await Promise.allSettled([mailLink(deps, email, source), sleep(answerAfterMs)])
  if (outcome.status === 'rejected') throw outcome.reason
}

const mailLink = ({ db, config }: Deps, email: string, source: Source) =>
  commitThenRefuse(db, async (tx) => {
    if (config.rateLimits) {
      const refusal = await takeAttempt(tx, limits.resetFromSource(source.address))
      if (refusal) return refusal
      if (await takeAttempt(tx, limits.resetOfAccount(email))) return undefined
    }
    const known = await findCredentialsByEmail(tx, email)
    await sql`savepoint letter`.execute(tx)
    await writeLink(tx, config.publicUrl, { kind: known?.kind ?? 'merchant', email })
    if (!known?.isActive) await sql`rollback to savepoint letter`.execute(tx)
    return undefined
  })

const writeLink = async (tx: Tx, publicUrl: string, person: { kind: PersonKind; email: string }) => {
  const token = await issueResetToken(tx, person, 'reset')
  await queueMail(tx, { to: person.email, ...passwordResetLetter(publicUrl, token) })
}
