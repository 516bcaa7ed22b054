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
})

export const readDetails = async (deps: Deps, txid: string): Promise<Details | undefined> => {
  const found = await fetchFromExplorer(deps, `/tx/${txid}`, transaction)
  if (found?.txid !== txid) return undefined
  return {
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
