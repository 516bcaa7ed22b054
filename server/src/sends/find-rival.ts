import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { askExplorer } from '../platform/bitcoin/explorer.ts'
import { readChainTip } from '../platform/bitcoin/read-chain-tip.ts'
import { scriptOfAddress } from '../platform/bitcoin/script-of-address.ts'
import { readDetails } from '../transactions/read-details.ts'
import { findReserved } from './reserve-coins.ts'
import type { Send } from './table.ts'
import { findVersions } from './versions.ts'

const outspend = z.object({
  spent: z.boolean(),
  txid: z.string().optional(),
  status: z.object({ confirmed: z.boolean(), block_height: z.number().int().optional() }).optional(),
})

export type Rival = {
  txid: string
  /** 0 while it is in no block. */
  depth: number
  /**
   * Whether it pays the same address the same amount: then it is this payment, with another fee. An explorer that does
   * not answer leaves that unknown, which is neither yes nor no.
   */
  paysTheSame: { feeSats: bigint; payeeSats: bigint; vbytes: number } | 'no' | 'unknown'
}

/** Another transaction that spends a coin of this send, if the explorer knows of one. */
export const findRival = async (deps: Deps, send: Send, ownTxids: readonly string[]): Promise<Rival | undefined> => {
  for (const { outpoint } of await findReserved(deps.db, send.id)) {
    const spend = await askExplorer(deps, `/tx/${outpoint.replace('-', '/outspend/')}`, outspend)
    if (!spend?.spent || spend.txid === undefined || ownTxids.includes(spend.txid)) continue
    return {
      txid: spend.txid,
      depth: await depthOf(deps, spend.status),
      paysTheSame: await compare(deps, send, spend.txid),
    }
  }
  return undefined
}

const depthOf = async (deps: Deps, status: z.output<typeof outspend>['status']) => {
  if (!status?.confirmed || status.block_height === undefined) return 0
  const tip = await readChainTip(deps)
  return tip ? Math.max(1, tip.height - status.block_height + 1) : 1
}

const compare = async (deps: Deps, send: Send, txid: string): Promise<Rival['paysTheSame']> => {
  const details = await readDetails(deps, txid)
  if (!details) return 'unknown'
  const { network } = deps.config
  // One address may be written in several ways (bech32 in capitals); they pay the same script.
  const script = scriptOfAddress(send.address, network)
  const expected = await findPayeeSats(deps, send, details.feeSats)
  const paid = details.outputs.find(
    ({ address, sats }) => expected.has(BigInt(sats)) && scriptOfAddress(address ?? '', network) === script,
  )
  if (!paid) return 'no'
  return { feeSats: details.feeSats, payeeSats: BigInt(paid.sats), vbytes: Math.ceil(details.weightUnits / 4) }
}

/** Where the network fee is deducted, a bump may lower what the payee gets, or take more from the change instead. */
const findPayeeSats = async (deps: Deps, send: Send, feeSats: bigint): Promise<Set<bigint>> => {
  if (send.networkFeeFrom === 'wallet') return new Set([send.amountSats])
  const versions = await findVersions(deps.db, send.id)
  return new Set([send.amountSats - feeSats, ...versions.map(({ payeeSats }) => payeeSats)])
}
