import type { Incident } from '@bitquay/contract/status'
import { type Action, announce, type By, type OfSubject } from '../facts/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { getIncident } from './queries.incidents.ts'

/** Announces who posted, updated or resolved an incident, and returns it as it is now. */
export const announceIncident = async (tx: Tx, fact: Action<OfSubject>, id: number, by: By): Promise<Incident> => {
  const incident = await getIncident(tx, id)
  const { title, state } = incident
  await announce(tx, fact, { id, detail: { title, state } }, by)
  return incident
}
