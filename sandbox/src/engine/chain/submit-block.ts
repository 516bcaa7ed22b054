import { type ParsedBlock, parseBlock } from './block-bytes.ts'
import { blockHex } from './block-hex.ts'
import { MalformedBytes } from './byte-stream.ts'
import { ChainRefusal } from './chain-refusal.ts'
import type { ChainState } from './chain-state.ts'
import { checkBlock, connectBlock, takeSequence } from './connect-block.ts'
import { disconnectTip, dropWhatCannotReturn } from './disconnect-tip.ts'

/** Returns what bitcoind's submitblock returns: null when the block is the new tip, else a reason. */
export const submitBlock = (state: ChainState, hex: string): string | null => {
  try {
    const block = parseBlock(hex)
    if (state.blocks.has(block.hash)) return 'duplicate'
    return state.store.batch(() => {
      const { height } = checkBlock(state, block)
      const tip = state.tip()
      if (block.header.previousHash === tip.hash) {
        connectBlock(state, block, height)
        return null
      }
      keepAside(state, block, height, hex)
      if (height <= tip.height) return 'inconclusive'
      switchTo(state, block.hash)
      return null
    })
  } catch (error) {
    if (error instanceof MalformedBytes) return 'Block decode failed'
    if (error instanceof ChainRefusal) return error.message
    throw error
  }
}

const keepAside = (
  state: ChainState,
  { hash, header, transactions, size, weight }: ParsedBlock,
  height: number,
  hex: string,
) => {
  const txids = transactions.map(({ txid }) => txid)
  state.blocks.put({ ...header, hash, height, txids, size, weight, feesSats: 0n, sequence: takeSequence(state) })
  state.sideBlocks.put({ hash, hex })
}

/** Switches from the active branch to the longer one that ends in `hash`. */
const switchTo = (state: ChainState, hash: string): void => {
  const branch: string[] = []
  let at = hash
  for (
    let block = state.blocks.get(at);
    block && state.blockAt(block.height)?.hash !== at;
    block = state.blocks.get(at)
  ) {
    branch.unshift(at)
    at = block.previousHash
  }
  const bytes = branch.map((one) => blockHex(state, one) as string)
  while (state.tip().hash !== at) disconnectTip(state)
  for (const one of bytes) {
    const block = parseBlock(one)
    connectBlock(state, block, state.tip().height + 1)
  }
  dropWhatCannotReturn(state)
}
