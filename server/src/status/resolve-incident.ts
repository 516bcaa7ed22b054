import type { Body } from '@bitquay/contract/call'
import type { resolveIncident as call, Incident } from '@bitquay/contract/status'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { announceIncident } from './announce-incident.ts'
import { incidentResolved } from './facts.ts'
import { requireOpenIncident } from './require-open-incident.ts'
import { addIncidentUpdate, markIncidentResolved } from './table.incidents.ts'

/** Ends an incident. Nothing can be added to it afterwards. */
export const resolveIncident = (
  { db }: Deps,
  admin: Admin,
  { id, sentence, money, changed }: { id: number } & Body<typeof call>,
  source: Source,
): Promise<Incident> =>
  inTransaction(db, async (tx) => {
    await requireOpenIncident(tx, id)
    await markIncidentResolved(tx, id, changed)
    await addIncidentUpdate(tx, id, { state: 'resolved', sentence, money })
    return announceIncident(tx, incidentResolved, id, { actor: admin, source })
  })
