import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { askExplorer } from './explorer.ts'

const block = z.object({ height: z.number().int(), timestamp: z.number() })

/** The newest block, by the explorer. */
export const readChainTip = async (deps: Deps): Promise<{ height: number; at: Date } | undefined> => {
  const [tip] = (await askExplorer(deps, '/blocks', z.array(block))) ?? []
  return tip ? { height: tip.height, at: new Date(tip.timestamp * 1000) } : undefined
}
