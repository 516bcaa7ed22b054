import { listAdminEmails } from '../accounts/list-emails.ts'
import type { Deps } from '../deps.ts'
import { queueLetters } from '../mail/queue-letters.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { findTroubles } from './find-alert-conditions.ts'
import { alertLetter } from './operation-letters.ts'
import { keepAlerts, lockAlerts, takeUntold } from './table.alerts.ts'

/** What mends itself within this time is not worth a letter. */
const patienceSeconds = 60

/** Keeps the alerts to what is wrong right now, and writes to the admins of each one once. */
export const watchPlatform = async ({ db, config, wake }: Pick<Deps, 'db' | 'config' | 'wake'>): Promise<void> => {
  const told = await inTransaction(db, async (tx) => {
    await lockAlerts(tx)
    const changed = await keepAlerts(tx, await findTroubles(tx))
    const untold = await takeUntold(tx, patienceSeconds)
    const admins = untold.length === 0 ? [] : await listAdminEmails(tx)
    for (const sentence of untold) await queueLetters(tx, admins, alertLetter(config.publicUrl, sentence))
    if (changed) await noteChange(tx, 'admin', 'system')
    return untold.length > 0
  })
  if (told) wake('send-mail')
}
