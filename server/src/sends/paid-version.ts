import type { Tx } from '../platform/db/transaction.ts'
import type { Send } from './table.ts'
import { findVersions, type SendVersion } from './versions.ts'

/** The transaction that pays a send: what the payee gets by it, and what the network took. */
export const getPaidVersion = async (tx: Tx, send: Send): Promise<SendVersion> => {
  const version = (await findVersions(tx, send.id)).find(({ txid }) => txid === send.txid)
  if (!version) throw new Error(`send ${send.id} has no transaction ${send.txid}`)
  return version
}
