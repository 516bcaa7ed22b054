import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { fetchFromExplorer } from '../platform/bitcoin/explorer.ts'

const count = z.object({ tx_count: z.number().int().nonnegative() })
const usage = z.object({ chain_stats: count, mempool_stats: count })

const atOnce = 10

/** How many transactions each address had. Undefined without an explorer, or if it doesn’t answer for all of them. */
export const countTransactions = async (
  deps: Pick<Deps, 'engine'>,
  addresses: readonly string[],
): Promise<number[] | undefined> => {
  const counts: number[] = []
  for (let first = 0; first < addresses.length; first += atOnce) {
    const answers = await Promise.all(
      addresses.slice(first, first + atOnce).map((address) => fetchFromExplorer(deps, `/address/${address}`, usage)),
    )
    for (const answer of answers) {
      if (!answer) return undefined
      counts.push(answer.chain_stats.tx_count + answer.mempool_stats.tx_count)
    }
  }
  return counts
}
