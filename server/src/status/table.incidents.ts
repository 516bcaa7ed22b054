import type { Incident } from '@bitquay/contract/status'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

type Impacts = Incident['impacts']
type IncidentUpdate = Pick<Incident['updates'][number], 'state' | 'sentence' | 'money'>

export const createIncident = async (tx: Tx, { title, state }: Pick<Incident, 'title' | 'state'>): Promise<number> => {
  const { id } = await tx.insertInto('incidents').values({ title, state }).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Updates of one incident wait for each other, so that none is added after it was resolved. */
export const lockIncident = (tx: Tx, id: number) =>
  tx.selectFrom('incidents').select('state').where('id', '=', id).forUpdate().executeTakeFirst()

export const saveImpacts = async (tx: Tx, incidentId: number, impacts: Impacts) => {
  await tx.deleteFrom('incidentImpacts').where('incidentId', '=', incidentId).execute()
  await tx
    .insertInto('incidentImpacts')
    .values(impacts.map((impact) => ({ incidentId, ...impact })))
    .execute()
}

export const addIncidentUpdate = (tx: Tx, incidentId: number, update: IncidentUpdate) =>
  tx
    .insertInto('incidentUpdates')
    .values({ incidentId, ...update })
    .execute()

export const saveIncidentState = (tx: Tx, id: number, state: Exclude<Incident['state'], 'resolved'>) =>
  tx.updateTable('incidents').set({ state }).where('id', '=', id).where('state', '<>', 'resolved').execute()

export const markIncidentResolved = (tx: Tx, id: number, changed: string) =>
  tx
    .updateTable('incidents')
    .set({ state: 'resolved', changed, resolvedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('state', '<>', 'resolved')
    .execute()
