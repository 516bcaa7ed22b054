import type { Body } from '@bitquay/contract/call'
import type { updateIncident as call, Incident } from '@bitquay/contract/status'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { announceIncident } from './announce-incident.ts'
import { incidentUpdated } from './facts.ts'
import { requireOpenIncident } from './require-open-incident.ts'
import { addIncidentUpdate, saveImpacts, saveIncidentState } from './table.incidents.ts'

/** Adds an update to an open incident. Its impacts replace the ones before. */
export const updateIncident = (
  { db }: Deps,
  admin: Admin,
  { id, state, sentence, money, impacts }: { id: number } & Body<typeof call>,
  source: Source,
): Promise<Incident> =>
  inTransaction(db, async (tx) => {
    await requireOpenIncident(tx, id)
    await saveIncidentState(tx, id, state)
    await saveImpacts(tx, id, impacts)
    await addIncidentUpdate(tx, id, { state, sentence, money })
    return announceIncident(tx, incidentUpdated, id, { actor: admin, source })
  })
