import type { alertKinds } from '@bitquay/contract/notifications'
import { sql } from 'kysely'
import { listOpenAlerts } from '../operations/index.ts'
import { type Finding, findingsOf } from './finding.ts'
import type { Patient } from './patient.ts'

const { ok, warning, failed } = findingsOf('work')

/** What has a check of its own here is said once. */
const checkedElsewhere: readonly (typeof alertKinds)[number][] = [
  'engine-down',
  'mail-server-down',
  'price-missing',
  'rate-missing',
  'explorer-failing',
  'clock-off',
  'disk-low',
  'certificate-ending',
  'backup-old',
  'admin-missing',
]

/** Every process measures its own machine. Only those with the workers do more. */
const ofEveryServer = 'check-machine'

/** Whether servers run, what they can't do, and whether somebody may help. */
export const checkWork = async ({ db, config }: Patient): Promise<Finding[]> => {
  const [beats, alerts] = await Promise.all([readBeats(db), listOpenAlerts(db)])
  const running: Finding[] = beats.areWorkersRunning
    ? []
    : [
        failed(
          'No server runs the workers, so payments aren’t noticed and nothing is sent.',
          beats.isServerRunning ? 'Start one with ROLE=worker or ROLE=all.' : 'Start the server.',
        ),
      ]
  const open = alerts
    .filter(({ kind }) => !checkedElsewhere.includes(kind))
    .map(({ title, sentence }) => warning(`${title}: ${sentence}`, 'See System in the admin portal.'))
  const problems = [...running, ...open, ...(config.mode === 'live' ? await checkAdmins(db) : [])]
  return problems.length > 0 ? problems : [ok('The workers run, and no alert is open.')]
}

const readBeats = async (db: Patient['db']) => {
  const { rows } = await sql<{ name: string }>`
    select name from worker_beats where started_at > now() - interval '2 minutes'`.execute(db)
  const names = rows.map(({ name }) => name)
  return {
    isServerRunning: names.length > 0,
    areWorkersRunning: names.some((name) => name !== ofEveryServer),
  }
}

const checkAdmins = async (db: Patient['db']): Promise<Finding[]> => {
  const { rows } = await sql<{ active: number; protected: number }>`
    select count(*)::int as active, (count(*) filter (where two_factor_enabled))::int as protected
    from admins where is_active`.execute(db)
  const { active = 0, protected: withSecondFactor = 0 } = rows[0] ?? {}
  if (active === 0)
    return [failed('There is no administrator.', 'Set ADMIN_EMAIL and ADMIN_PASSWORD and start the server again.')]
  return [
    ...(withSecondFactor < active
      ? [
          warning(
            `${active - withSecondFactor} of ${active} administrators have no two-factor authentication.`,
            'Let each of them turn it on under Security.',
          ),
        ]
      : []),
    ...(active === 1
      ? [warning('There is only one administrator, whom nobody can help.', 'Invite a second one.')]
      : []),
  ]
}
