import {
  blockSizes,
  createCoinbase,
  findNonce,
  type Header,
  merkleRoot,
  serializeBlock,
  transactionHex,
} from '../engine/chain/block-bytes.ts'
import { blockSubsidySats, regtest } from '../engine/chain/regtest.ts'
import { describeTransaction, parseTransaction } from '../engine/chain/transaction-bytes.ts'
import type { Engine, ParsedTransaction } from '../engine/engine.ts'

/**
 * Blocks for the tip, each with one fault (and one without), as hex. `hex` is a valid payment and `immature` the newest
 * coinbase. All have proof of work and a correct merkle root unless that is the fault.
 */
export const forgeBlocks = ({ chain, wallets }: Engine, hex: string): { readonly [fault: string]: string } => {
  const tip = chain.tip()
  const height = tip.height + 1
  const script = wallets.addressAt(wallets.treasuryId, 0, 0).script
  const payment = parseTransaction(hex)
  const good = { height, rewardSats: blockSubsidySats(height), payoutScript: script, extraNonce: 777 }
  const forge = (
    transactions: readonly ParsedTransaction[],
    change: Partial<Header> = {},
    coinbase: Partial<typeof good> = {},
  ) => {
    const first = createCoinbase({ ...good, ...coinbase, transactions })
    return mineOn([first, ...transactions], change)
  }
  const mineOn = (transactions: readonly ParsedTransaction[], change: Partial<Header> = {}) => {
    const { header } = findNonce({
      version: regtest.blockVersion,
      previousHash: tip.hash,
      merkleRoot: merkleRoot(transactions.map(({ txid }) => txid)),
      timeSeconds: chain.medianTime(tip.hash) + 1,
      bits: regtest.bits,
      ...change,
    })
    if (blockSizes(transactions).weight > regtest.maxBlockWeight) throw new Error('too heavy')
    return serializeBlock(header, transactions.map(transactionHex))
  }
  const immature = chain.parsed(chain.blockByHash(tip.hash)?.txids[0] ?? '') as ParsedTransaction
  const spendImmature = describeTransaction({
    ...payment,
    inputs: [
      { txid: immature.txid, vout: 0, scriptSig: '', sequence: 0xffff_ffff, witness: payment.inputs[0]?.witness ?? [] },
    ],
    outputs: [{ script, amountSats: 1000n }],
  })
  const other = (change: Partial<ParsedTransaction>) => describeTransaction({ ...payment, ...change })
  const [input] = payment.inputs
  const [output] = payment.outputs
  if (!input || !output) throw new Error('The payment is empty.')
  const coinbase = createCoinbase({ ...good, transactions: [payment] })
  return {
    'too much for the miner': forge([], {}, { rewardSats: good.rewardSats + 1n }),
    'a wrong height': forge([], {}, { height: height + 1 }),
    'a wrong merkle root': forge([payment], { merkleRoot: '11'.repeat(32) }),
    'a time too old': forge([], { timeSeconds: chain.medianTime(tip.hash) }),
    'a time too new': forge([], { timeSeconds: chain.medianTime(tip.hash) + 500_000_000 }),
    'an old version': forge([], { version: 1 }),
    'no coinbase': mineOn([payment]),
    'two coinbases': mineOn([coinbase, coinbase]),
    'a changed witness': mineOn([coinbase, other({ inputs: [{ ...input, witness: ['', ...input.witness] }] })]),
    'an unripe coinbase spent': forge([spendImmature]),
    'a coin from nowhere': forge([other({ inputs: [{ ...input, txid: 'ab'.repeat(32) }] })]),
    'the same payment twice': forge([payment, payment]),
    'the same coin twice': forge([payment, other({ outputs: payment.outputs.slice(0, 1) })]),
    'more out than in': forge([other({ outputs: [{ ...output, amountSats: 2_000_000_000_000_000n }] })]),
    'a forged amount': forge([other({ outputs: [{ ...output, amountSats: output.amountSats + 1n }] })]),
    'a coin spent twice in one payment': forge([other({ inputs: [input, input] })]),
    'a payment before its time': forge([other({ lockTime: height + 5, inputs: [{ ...input, sequence: 0 }] })]),
    'a relative lock': forge([other({ inputs: [{ ...input, sequence: 500 }] })]),
    'no fault': forge([payment]),
  }
}
