import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { applicationChanged, applicationRejected } from './facts.ts'
import { endOpenRequest } from './table.requests.ts'
import { type ApplicationExtras, lockApplication, markDecided, saveExtras } from './table.ts'

/** Rejects an application and emails the applicant, once. A link to correct it stops working. */
export const rejectApplication = (
  { db, config }: Deps,
  admin: Admin,
  id: number,
  reviewNotes: string | undefined,
  source: Source,
) =>
  inTransaction(db, async (tx) => {
    const application = await lockApplication(tx, id)
    if (!application) throw new ApiError('not-found')
    if (application.status === 'rejected') return
    if (application.status === 'approved') throw new ApiError('application-decided')
    const { email, businessName } = application
    await endOpenRequest(tx, id, 'closed')
    await markDecided(tx, id, { status: 'rejected', adminId: admin.id, reviewNotes: reviewNotes || null })
    const about = { id, detail: { businessName }, to: email, businessName, publicUrl: config.publicUrl }
    await announce(tx, applicationRejected, about, { actor: admin, source })
  })

/** Fills in what the public form does not ask for, before or after a decision. */
export const changeApplication = ({ db }: Deps, admin: Admin, id: number, extras: ApplicationExtras, source: Source) =>
  inTransaction(db, async (tx) => {
    const before = await lockApplication(tx, id)
    if (!before) throw new ApiError('not-found')
    const changed = Object.entries(extras).filter(([name, value]) => before[name as keyof ApplicationExtras] !== value)
    if (changed.length === 0) return
    await saveExtras(tx, id, Object.fromEntries(changed))
    const detail = { fields: changed.map(([name]) => name).join(', ') }
    await announce(tx, applicationChanged, { id, detail }, { actor: admin, source })
  })
