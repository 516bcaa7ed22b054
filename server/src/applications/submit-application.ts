import { limits, requireAttempts, takeAttempt } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { queueEmail } from '../mail/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import type { Source } from '../platform/http/route.ts'
import { applicationReceivedEmail, appliedBeforeEmail } from './emails.ts'
import { type Application, saveApplication } from './table.ts'

/** A business applies. Whether its address has applied before is told to that address only. */
export const submitApplication = async (deps: Deps, application: Application, source: Source) => {
  await requireAttempts(deps, [limits.applicationsFromSource(source.address)])
  await inTransaction(deps.db, async (tx) => {
    const id = await saveApplication(tx, application)
    if (id === undefined && !(await mayRemind(deps, tx, application.contactEmail))) return
    const letter = id === undefined ? appliedBeforeEmail() : applicationReceivedEmail(application.businessName)
    await queueEmail(tx, { to: application.contactEmail, ...letter })
    if (id !== undefined) await emitChange(tx, 'admin', 'applications')
  })
}

const mayRemind = async ({ config }: Deps, tx: Tx, email: string) =>
  !config.rateLimits || (await takeAttempt(tx, limits.appliedBeforeLetters(email))) === undefined
