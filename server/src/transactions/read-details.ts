import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { fetchFromExplorer } from '../platform/bitcoin/explorer.ts'
import type { Details } from './table.details.ts'

const sats = z.number().int().min(0)
const output = z.object({ scriptpubkey_address: z.string().optional(), value: sats })
const transaction = z.object({
  txid: z.string(),
  fee: sats,
  size: z.number().int(),
  weight: z.number().int(),
  vin: z.array(z.object({ txid: z.string(), vout: z.number().int(), prevout: output.nullable() })),
  vout: z.array(output),
  status: z.object({ block_time: z.number().int().positive().optional() }).optional(),
})

/** What the explorer knows of a transaction, and the time of its block. */
export const readDetails = async (
  deps: Deps,
  txid: string,
): Promise<(Details & { blockAt: Date | undefined }) | undefined> => {
  const found = await fetchFromExplorer(deps, `/tx/${txid}`, transaction)
  if (found?.txid !== txid) return undefined
  const blockSeconds = found.status?.block_time
  return {
    blockAt: blockSeconds === undefined ? undefined : new Date(blockSeconds * 1000),
    feeSats: BigInt(found.fee),
    sizeBytes: found.size,
    weightUnits: found.weight,
    inputs: found.vin.map((input) => ({
      address: input.prevout?.scriptpubkey_address ?? null,
      sats: String(input.prevout?.value ?? 0),
      previousTxid: input.txid,
      previousIndex: input.vout,
    })),
    outputs: found.vout.map((each, index) => ({
      address: each.scriptpubkey_address ?? null,
      sats: String(each.value),
      index,
    })),
  }
}
