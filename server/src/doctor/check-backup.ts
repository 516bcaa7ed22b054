import { sql } from 'kysely'
import { type Finding, findingsOf } from './finding.ts'
import type { Patient } from './patient.ts'

const { ok, warning, failed, skipped } = findingsOf('backup')

const action =
  'Run npm run backup every day and keep the file elsewhere. If you use another tool, set BACKUP_ALERT=off.'

export const checkBackup = async ({ db, config }: Patient): Promise<Finding[]> => {
  if (config.mode === 'sandbox') return [skipped('A sandbox needs no backup.')]
  if (!config.backupAlert) return [skipped('BACKUP_ALERT is off: another tool makes the backups.')]
  const { rows } = await sql<{ hours: number | null }>`
    select (extract(epoch from app_now() - backed_up_at) / 3600)::float8 as hours from platform`.execute(db)
  const hours = rows[0]?.hours ?? null
  if (hours === null) return [failed('There is no backup.', action)]
  const age = hours < 1 ? 'less than an hour' : `${Math.floor(hours)} hours`
  return [hours < 24 ? ok(`The last backup is ${age} old.`) : warning(`The last backup is ${age} old.`, action)]
}
