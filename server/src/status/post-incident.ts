import type { Body } from '@bitquay/contract/call'
import type { postIncident as call, Incident } from '@bitquay/contract/status'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { announceIncident } from './announce-incident.ts'
import { incidentPosted } from './facts.ts'
import { addIncidentUpdate, createIncident, saveImpacts } from './table.incidents.ts'

/** Posts an incident with its first update. The status page shows it from now on. */
export const postIncident = (
  { db }: Deps,
  admin: Admin,
  { title, state, sentence, money, impacts }: Body<typeof call>,
  source: Source,
): Promise<Incident> =>
  inTransaction(db, async (tx) => {
    const id = await createIncident(tx, { title, state })
    await saveImpacts(tx, id, impacts)
    await addIncidentUpdate(tx, id, { state, sentence, money })
    return announceIncident(tx, incidentPosted, id, { actor: admin, source })
  })
