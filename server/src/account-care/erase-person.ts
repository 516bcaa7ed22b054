import { sql } from 'kysely'
import { authorizeByTotp } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce, type By } from '../facts/index.ts'
import { eraseEmailsOf } from '../mail/index.ts'
import { claimErasable } from '../people/index.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin, MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { clearWorkFailure, saveWorkFailure } from '../platform/workers/work-failures.ts'
import { personErased } from './facts.ts'
import { findErasureObstacle } from './queries.erasure.ts'
import type { DataOwner } from './queries.personal-data.ts'

/** The owner of a closed account erases it, with their 2FA code. */
export const eraseAccount = (deps: Deps, person: MerchantPerson, code: string, source: Source): Promise<void> =>
  commitThenThrow<void>(deps.auditDb, async (tx) => {
    const refusal = await authorizeByTotp(deps, person, code, source)(tx)
    if (refusal) return refusal
    // The log names no one: the account is gone.
    return erase(tx, { kind: 'merchant', id: person.merchantId }, { actor: 'system' })
  })

/** An admin erases a person, at their request. */
export const erasePerson = (deps: Deps, admin: Admin, owner: DataOwner, source: Source): Promise<void> =>
  commitThenThrow<void>(deps.auditDb, (tx) => erase(tx, owner, { actor: admin, source }))

const mostAtOnce = 5
const worker = 'erase-accounts'

/**
 * Accounts are erased 7 years after they were closed, as the privacy policy says, a few at a time. One that can't be
 * erased is tried again later and stops no other.
 */
export const eraseOldAccounts = async ({ auditDb }: Pick<Deps, 'auditDb'>): Promise<void> => {
  for (const { id } of await claimErasable(auditDb, mostAtOnce)) {
    const owner = { kind: 'merchant', id } as const
    try {
      // Money or an open claim keeps an account for longer, so a refusal is no error.
      await inTransaction(auditDb, (tx) => erase(tx, owner, { actor: 'system' }))
      await clearWorkFailure(auditDb, worker, `merchant ${id}`)
    } catch (error) {
      await saveWorkFailure(auditDb, worker, `merchant ${id}`, error)
    }
  }
}

const erase = async (tx: Tx, { kind, id }: DataOwner, by: By): Promise<ApiError | undefined> => {
  const obstacle = await findErasureObstacle(tx, { kind, id })
  if (obstacle) return obstacle
  // Emails and the audit log are searched from end to end.
  await sql`select set_config('statement_timeout', '10min', true)`.execute(tx)
  await sql`select ${sql.raw(functions[kind])}(${id}::integer)`.execute(tx)
  if (kind === 'merchant') await eraseEmailsOf(tx, id)
  await announce(tx, personErased, { kind, id }, by)
  return undefined
}

const functions = {
  merchant: 'erase_merchant',
  'merchant-user': 'erase_merchant_user',
  partner: 'erase_partner',
  admin: 'erase_admin',
} satisfies Record<DataOwner['kind'], string>
