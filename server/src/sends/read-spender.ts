import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { fetchFromExplorer, readChainTip } from '../platform/bitcoin/explorer.ts'

/** How deep another transaction must be before the coin that it spends is lost for good. */
export const conflictDepth = 6

const outspend = z.object({
  spent: z.boolean(),
  txid: z.string().optional(),
  status: z.object({ confirmed: z.boolean(), block_height: z.number().int().optional() }).optional(),
})

export type Spender = {
  txid: string
  /** 0 while it is unconfirmed. */
  depth: number
}

/** The transaction that spends a coin, if the explorer knows one. */
export const readSpender = async (deps: Deps, outpoint: string): Promise<Spender | undefined> => {
  const spend = await fetchFromExplorer(deps, `/tx/${outpoint.replace('-', '/outspend/')}`, outspend)
  if (!spend?.spent || spend.txid === undefined) return undefined
  return { txid: spend.txid, depth: await depthOf(deps, spend.status) }
}

const depthOf = async (deps: Deps, status: z.output<typeof outspend>['status']) => {
  if (!status?.confirmed || status.block_height === undefined) return 0
  const tip = await readChainTip(deps)
  return tip ? Math.max(1, tip.height - status.block_height + 1) : 1
}
