import type { Incident } from '@bitquay/contract/status'
import { recordActivity } from '../audit-log/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { getIncident } from './queries.incidents.ts'

type Step = { id: number; act: 'incident-posted' | 'incident-updated' | 'incident-resolved'; by: Admin; source: Source }

/** Records who posted, updated or resolved an incident, and returns it as it is now. */
export const recordIncidentStep = async (tx: Tx, { id, act, by, source }: Step): Promise<Incident> => {
  const incident = await getIncident(tx, id)
  const { title, state } = incident
  await recordActivity(tx, { act, actor: by, source, subject: { kind: 'incident', id }, detail: { title, state } })
  await emitChange(tx, 'admin', 'status')
  await emitChange(tx, 'admin', 'acts')
  return incident
}
