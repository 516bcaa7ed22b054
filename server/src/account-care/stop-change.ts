import {
  type ChangeKind,
  findChangeOfLink,
  findOpenChange,
  limits,
  markStopped,
  requireAttempts,
  returnAttempt,
} from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin, MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { emailChangeStopped, recoveryStopped } from './facts.ts'

/** What a link stops. Opening a link stops nothing, because mail scanners open links too. */
export const readStopLink = async (deps: Deps, token: string, source: Source) => {
  const change = await getChangeOfLink(deps, token, source)
  return {
    kind: change.kind,
    storeName: change.storeName,
    newEmail: change.newEmail,
    dueAt: change.dueAt.toISOString(),
  }
}

/** Stops a change with the link in an email. */
export const stopByLink = async (deps: Deps, token: string, source: Source) => {
  const change = await getChangeOfLink(deps, token, source)
  await inTransaction(deps.db, async (tx) => {
    if (!(await markStopped(tx, change.id))) throw invalidLink()
    const about = { merchantId: change.merchantId, detail: { link: change.email } }
    await announce(tx, stopped[change.kind], about, { actor: 'anonymous', source })
  })
}

/** The owner, an admin of the store or an admin of the platform stops the open change. */
export const stopOpenChange = (
  { db }: Deps,
  by: Admin | MerchantPerson,
  merchantId: number,
  source: Source,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const change = await findOpenChange(tx, merchantId)
    if (!change || !(await markStopped(tx, change.id))) throw new ApiError('not-found')
    await announce(tx, stopped[change.kind], { merchantId }, { actor: by, source })
  })

const getChangeOfLink = async (deps: Deps, token: string, source: Source) => {
  const limit = limits.resetTokenFromSource(source.address)
  await requireAttempts(deps, [limit])
  const found = await findChangeOfLink(deps.db, token)
  if (!found) throw invalidLink()
  await inTransaction(deps.db, (tx) => returnAttempt(tx, limit))
  return found
}

/** The same for a link that never existed, was used, or whose change has ended. */
const invalidLink = () => new ApiError('not-found', { message: 'This link isn’t valid anymore.' })

const stopped = { recovery: recoveryStopped, email: emailChangeStopped } satisfies Record<ChangeKind, unknown>
