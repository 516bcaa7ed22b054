import { serializeBlock } from './block-bytes.ts'
import type { ChainState } from './chain-state.ts'

/** The whole block, assembled from its transactions unless it was never active. */
export const blockHex = (state: ChainState, hash: string): string | undefined => {
  const aside = state.sideBlocks.get(hash)
  if (aside) return aside.hex
  const block = state.blocks.get(hash)
  if (!block) return undefined
  return serializeBlock(
    block,
    block.txids.map((txid) => state.transactions.get(txid)?.hex ?? ''),
  )
}
