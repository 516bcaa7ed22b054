import { Transaction } from '@scure/btc-signer'
import { z } from 'zod'
import type { BlockRecord } from '../engine/engine.ts'
import { btcInput, formatBtc, type LeverContext, LeverRefusal, lever, requireSats } from './lever.ts'

const txid = z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hex digits')
const amountBtc = btcInput

export const mine = lever(
  z.strictObject({
    blocks: z.int().min(1).max(10_000).default(1),
    /** These transactions stay in the mempool. */
    exclude: z.array(txid).max(1000).optional(),
    empty: z.boolean().optional(),
  }),
  ({ engine }, { blocks, exclude, empty }) => {
    const mined = engine.chain.mine(blocks, {
      ...(exclude ? { excludeTxids: exclude } : {}),
      ...(empty === undefined ? {} : { empty }),
    })
    return { height: engine.chain.tip().height, blocks: mined.map(toBlock) }
  },
)

export const automine = lever(z.strictObject({ seconds: z.int().min(0).max(86_400) }), (context, { seconds }) => {
  context.btcpay.changeSettings({ automineSeconds: seconds })
  context.automine(seconds)
  return { seconds }
})

export const reorg = lever(
  z.strictObject({
    depth: z.int().min(1).max(1000),
    newBlocks: z.int().min(2).max(2000).optional(),
    exclude: z.array(txid).max(1000).optional(),
    empty: z.boolean().optional(),
  }),
  ({ engine }, { depth, newBlocks, exclude, empty }) => {
    if (depth >= engine.chain.tip().height) throw new LeverRefusal(400, 'The chain doesn’t have that many blocks.')
    if (newBlocks !== undefined && newBlocks <= depth) {
      throw new LeverRefusal(400, 'The new branch must be longer than the one it replaces.')
    }
    const { disconnected, connected } = engine.chain.reorganize({
      depth,
      ...(newBlocks === undefined ? {} : { newBlocks }),
      ...(exclude ? { excludeTxids: exclude } : {}),
      ...(empty === undefined ? {} : { empty }),
    })
    return {
      height: engine.chain.tip().height,
      disconnected: disconnected.map(toBlock),
      connected: connected.map(toBlock),
    }
  },
)

/** Returns an address of the public, for anyone who wants to send coins to it. */
export const address = lever(z.strictObject({}), ({ engine }) => ({
  address: engine.wallets.receiveAddress(engine.wallets.treasuryId, { force: true }).address,
}))

export const faucet = lever(
  z.strictObject({ address: z.string().min(1).max(200), amountBtc, replaceable: z.boolean().optional() }),
  ({ engine }, { address: to, amountBtc: amount, replaceable }) => {
    const amountSats = requireSats(amount)
    const script = engine.chain.addressToScript(to)
    if (script === undefined) throw new LeverRefusal(400, 'This address isn’t valid on this network.')
    if (amountSats < engine.chain.dustLimit(script)) throw new LeverRefusal(400, 'The amount is below the dust limit.')
    return {
      ...payFromPublic(engine, { script, amountSats, ...(replaceable === undefined ? {} : { replaceable }) }),
      amountBtc: formatBtc(amountSats),
    }
  },
)

/**
 * By default the payer sends everything back to itself. `keep` bumps the fee and pays the same, `amountBtc` pays
 * another amount.
 */
export const replace = lever(
  z.strictObject({
    txid,
    keep: z.boolean().optional(),
    address: z.string().optional(),
    amountBtc: amountBtc.optional(),
  }),
  ({ engine }, { txid: target, keep, address, amountBtc: amount }) => {
    const { chain, wallets } = engine
    if (chain.mempoolEntry(target) === undefined) throw new LeverRefusal(409, 'This transaction isn’t in the mempool.')
    const walletId = ownerOfInputs(engine, target)
    if (walletId === undefined) throw new LeverRefusal(409, 'No sandbox wallet created this transaction.')
    const built = wallets.buildReplacement(walletId, target, {
      outputs:
        amount === undefined ? (keep ? 'keep' : 'cancel') : changedOutput(engine, target, address, requireSats(amount)),
    })
    if (!built.ok || built.hex === undefined) {
      throw new LeverRefusal(409, built.ok ? 'The wallet can’t sign.' : built.message)
    }
    const outcome = chain.broadcast(built.hex)
    if (!outcome.ok) throw new LeverRefusal(409, outcome.message)
    return { txid: outcome.txid, replacedTxids: outcome.replacedTxids }
  },
)

export const evict = lever(z.strictObject({ txid }), ({ engine }, { txid: target }) => {
  if (engine.chain.mempoolEntry(target) === undefined) {
    throw new LeverRefusal(409, 'This transaction isn’t in the mempool.')
  }
  return { evictedTxids: engine.chain.evict(target) }
})

/** Sets fee estimates by block target, and the minimum rate of the mempool, in sat/vB. */
export const fees = lever(
  z.strictObject({
    satPerVb: z.record(z.string().regex(/^\d{1,4}$/), z.number().min(1).max(10_000)).optional(),
    mempoolMinimum: z.number().min(1).max(10_000).optional(),
  }),
  ({ engine }, { satPerVb, mempoolMinimum }) => {
    if (satPerVb) {
      engine.chain.setFeeRates(
        Object.fromEntries(Object.entries(satPerVb).map(([target, rate]) => [Number(target), Math.round(rate * 1000)])),
      )
    }
    const evictedTxids = mempoolMinimum ? engine.chain.setMempoolMinimum(Math.round(mempoolMinimum * 1000)) : []
    return { satPerKvb: engine.chain.feeRates(), mempoolMinimum: engine.chain.mempoolMinimum(), evictedTxids }
  },
)

export const clock = lever(
  z.strictObject({
    advanceSeconds: z
      .int()
      .min(0)
      .max(10 * 366 * 86_400),
  }),
  async ({ engine }, { advanceSeconds }) => {
    await engine.clock.advance(advanceSeconds * 1000)
    return { now: engine.clock.nowSeconds() }
  },
)

export type PublicPayment = {
  script: string
  amountSats: bigint
  satPerKvb?: number
  replaceable?: boolean
  /** The coin that a payment without the signal for replacement spends. */
  outpoint?: string
}

/** Pays from the public's wallet, and turns a wallet refusal into a lever refusal. */
export function payFromPublic(engine: LeverContext['engine'], payment: PublicPayment): { txid: string } {
  const { script, amountSats, satPerKvb, replaceable = true, outpoint } = payment
  const outputs = [{ script, amountSats }]
  try {
    if (!replaceable) return payForGood(engine, outputs, satPerKvb, outpoint)
    const paid = engine.wallets.payFromTreasury({ outputs, ...(satPerKvb === undefined ? {} : { satPerKvb }) })
    return { txid: paid.txid }
  } catch (error) {
    throw new LeverRefusal(409, error instanceof Error ? error.message : 'The sandbox treasury couldn’t pay.')
  }
}

/** The public sends coins to itself. Returns the unconfirmed output. */
export const sendToSelf = (
  engine: LeverContext['engine'],
  amountSats: bigint,
  { satPerVb, replaceable }: { satPerVb: number; replaceable: boolean },
): string => {
  const { chain, wallets } = engine
  const script = chain.addressToScript(wallets.receiveAddress(wallets.treasuryId, { force: true }).address) ?? ''
  const { txid } = payFromPublic(engine, { script, amountSats, satPerKvb: Math.round(satPerVb * 1000), replaceable })
  const place = chain.parsed(txid)?.outputs.findIndex((output) => output.script === script)
  return `${txid}:${place}`
}

/**
 * Sends a payment that doesn't signal replacement. Wallets always signal it, so the sequences are changed before
 * signing.
 */
const payForGood = (
  { chain, wallets }: LeverContext['engine'],
  outputs: { script: string; amountSats: bigint }[],
  satPerKvb = chain.feeRate(1).satPerKvb,
  outpoint?: string,
): { txid: string } => {
  const coins = outpoint === undefined ? { confirmedOnly: true } : { selectedOutpoints: [outpoint] }
  const built = wallets.buildUnsigned(wallets.treasuryId, { outputs, satPerKvb, ...coins })
  if (!built.ok) throw new Error(built.message)
  const transaction = Transaction.fromPSBT(Buffer.from(built.psbt, 'base64'))
  for (let at = 0; at < transaction.inputsLength; at++) transaction.updateInput(at, { sequence: 0xffffffff })
  const psbt = Buffer.from(transaction.toPSBT()).toString('base64')
  const signed = wallets.signPsbt(wallets.treasuryId, psbt)
  const hex = signed === undefined ? undefined : wallets.extractPsbt(signed)
  if (hex === undefined) throw new Error('The sandbox treasury couldn’t sign.')
  const outcome = chain.broadcast(hex)
  if (!outcome.ok) throw new Error(outcome.message)
  return { txid: outcome.txid }
}

export function toBlock(block: BlockRecord) {
  return {
    hash: block.hash,
    height: block.height,
    time: block.timeSeconds,
    txids: block.txids,
    size: block.size,
    feesBtc: formatBtc(block.feesSats),
  }
}

function ownerOfInputs({ chain, wallets }: LeverContext['engine'], target: string): string | undefined {
  for (const input of chain.parsed(target)?.inputs ?? []) {
    const script = chain.output(`${input.txid}:${input.vout}`)?.script
    const owner = script === undefined ? undefined : wallets.ownerOf(script)
    if (owner) return owner.walletId
  }
  return undefined
}

/** Returns the payee's output with another amount: the output named, or the first one that isn't the payer's own. */
function changedOutput(
  { chain, wallets }: LeverContext['engine'],
  target: string,
  address: string | undefined,
  amountSats: bigint,
): Record<string, bigint> {
  const payer = ownerOfInputs({ chain, wallets } as LeverContext['engine'], target)
  const wanted = address === undefined ? undefined : chain.addressToScript(address)
  const output = chain
    .parsed(target)
    ?.outputs.find(({ script }) =>
      wanted === undefined ? wallets.ownerOf(script)?.walletId !== payer : script === wanted,
    )
  if (!output) throw new LeverRefusal(409, 'This transaction doesn’t have that output.')
  return { [output.script]: amountSats }
}
