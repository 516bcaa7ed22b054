import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { askExplorer } from '../platform/bitcoin/explorer.ts'
import { findDetails } from '../transactions/table.details.ts'

const outspend = z.object({
  spent: z.boolean(),
  txid: z.string().optional(),
  status: z.object({ confirmed: z.boolean() }).optional(),
})

export type Conflict = {
  /** Whether the explorer knew the coins that the transaction wanted to spend, so that it can tell who took them. */
  canTell: boolean
  /** The confirmed transaction that took one of them. */
  txid: string | undefined
}

/** Asks the explorer for the confirmed transaction that took a coin which this one wanted to spend. */
export const findConflict = async (deps: Deps, txid: string): Promise<Conflict> => {
  const details = deps.engine.esploraUrl ? await findDetails(deps.db, txid) : undefined
  for (const { previousTxid, previousIndex } of details?.inputs ?? []) {
    const spend = await askExplorer(deps, `/tx/${previousTxid}/outspend/${previousIndex}`, outspend)
    if (spend?.spent && spend.txid !== undefined && spend.txid !== txid && spend.status?.confirmed) {
      return { canTell: true, txid: spend.txid }
    }
  }
  return { canTell: details !== undefined, txid: undefined }
}
