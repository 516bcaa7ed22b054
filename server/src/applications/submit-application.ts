import { requireAttempts, takeAttempt } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { requireHonestNames } from '../people/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import type { Source } from '../platform/http/route.ts'
import { applicationRepeated, applicationSubmitted } from './facts.ts'
import { limits } from './limits.ts'
import { type Application, saveApplication } from './table.ts'

/** Saves the application of a business. Only the applicant's own mailbox learns whether this address applied before. */
export const submitApplication = async (deps: Deps, application: Application, source: Source) => {
  await requireAttempts(deps, [limits.applicationsFromSource(source.address)])
  await inTransaction(deps.db, async (tx) => {
    await requireHonestNames(tx, application, { businessName: application.businessName })
    const id = await saveApplication(tx, application)
    if (id === undefined && !(await maySendReminder(deps, tx, application.contactEmail))) return
    await announce(tx, id === undefined ? applicationRepeated : applicationSubmitted, { to: application.contactEmail })
  })
}

const maySendReminder = async ({ config }: Deps, tx: Tx, email: string) =>
  !config.rateLimits || (await takeAttempt(tx, limits.appliedBeforeEmails(email))) === undefined
