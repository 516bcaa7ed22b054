import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { findDetails } from '../modules/transactions/details.ts'
import { askExplorer } from './ask-explorer.ts'

const outspend = z.object({
  spent: z.boolean(),
  txid: z.string().optional(),
  status: z.object({ confirmed: z.boolean() }).optional(),
})

/** The confirmed transaction that took a coin which this one wanted to spend, if the explorer knows of any. */
export const findConflict = async (deps: Deps, txid: string): Promise<string | undefined> => {
  const details = await findDetails(deps.db, txid)
  for (const { previousTxid, previousIndex } of details?.inputs ?? []) {
    const spend = await askExplorer(deps, `/tx/${previousTxid}/outspend/${previousIndex}`, outspend)
    if (spend?.spent && spend.txid !== undefined && spend.txid !== txid && spend.status?.confirmed) return spend.txid
  }
  return undefined
}
