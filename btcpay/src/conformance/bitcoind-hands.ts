import { z } from 'zod'
import { satsToBtc } from '../amounts.ts'
import { readTransaction } from './read-transaction.ts'
import type { ConformanceTarget } from './target.ts'

const rpcAnswer = z.object({ result: z.unknown(), error: z.object({ message: z.string() }).nullish() })
const walletTransaction = z.object({
  hex: z.string(),
  blockhash: z.string().optional(),
  confirmations: z.number().optional(),
  details: z.array(z.object({ address: z.string().optional(), category: z.string(), vout: z.number() })),
})

export type BitcoindHands = NonNullable<ConformanceTarget['chain']> & {
  /** Undoes the blocks since this payment of ours, and confirms another transaction that spends its coins for ourselves. */
  doubleSpend?: (txid: string) => Promise<void>
}

type WalletCall = (method: string, ...params: unknown[]) => Promise<unknown>

/**
 * Acts as an external payer through the RPC of a regtest node: `http://user:password@host:port`. It mines only on a chain
 * of its own, because blocks change what other programs test on it.
 */
export const openBitcoindHands = async (
  rpcUrl: string,
  { ownChain }: { ownChain: boolean },
): Promise<BitcoindHands> => {
  const url = new URL(rpcUrl)
  const authorization = `Basic ${Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`).toString('base64')}`
  const endpoint = `${url.protocol}//${url.host}`
  const call = async (path: string, method: string, params: unknown[]): Promise<unknown> => {
    const response = await fetch(endpoint + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '1.0', id: 'conformance', method, params }),
    })
    const { result, error } = rpcAnswer.parse(await response.json())
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  const wallet: WalletCall = (method, ...params) => call('/wallet/conformance', method, params)
  const newAddress = async () => z.string().parse(await wallet('getnewaddress'))
  const mine = async (blocks: number) => void (await wallet('generatetoaddress', blocks, await newAddress()))

  const replace: BitcoindHands['replace'] = async (txid, how) => {
    const { hex, details } = walletTransaction.parse(await wallet('gettransaction', txid))
    const { inputs, outputs } = readTransaction(hex)
    const payment = details.find((detail) => detail.category === 'send')
    const paid = outputs[payment?.vout ?? -1]
    if (payment?.address === undefined || paid === undefined) throw new Error(`${txid} is no payment of this wallet`)
    const amountSats = typeof how === 'object' ? how.amountSats : paid.amountSats
    const payments = how === 'away' ? [] : [{ address: payment.address, amountSats }]
    return await spendAgain(wallet, inputs, payments, await newAddress())
  }
  const doubleSpend = async (txid: string) => {
    const { blockhash, confirmations = 0 } = walletTransaction.parse(await wallet('gettransaction', txid))
    if (blockhash === undefined) throw new Error(`${txid} is in no block`)
    await wallet('invalidateblock', blockhash)
    await replace(txid, 'away')
    // The new branch must be longer than the one it replaces.
    await mine(confirmations + 1)
  }

  await openWallet((method, ...params) => call('', method, params))
  // The coins of a new block can be spent after a hundred more.
  const balance = z.number().parse(await wallet('getbalance'))
  if (balance < 50 && ownChain) await mine(101)
  if (balance < 1 && !ownChain) {
    const address = await newAddress()
    throw new Error(`the wallet “conformance” has less than 1 BTC, and nothing is mined here: pay some to ${address}`)
  }

  return {
    ...(ownChain ? { mine, doubleSpend } : {}),
    pay: async (address, amountSats, options = {}) => {
      const named = { address, amount: satsToBtc(amountSats), replaceable: options.replaceable ?? true, fee_rate: 5 }
      return z.string().parse(await wallet('sendtoaddress', ...sendToAddressParameters(named)))
    },
    foreignAddress: newAddress,
    replace,
  }
}

/** Spends the same coins at ten times the fee. What the payments leave returns to the wallet. */
const spendAgain = async (
  wallet: WalletCall,
  inputs: string[],
  payments: { address: string; amountSats: bigint }[],
  changeAddress: string,
): Promise<string> => {
  let changeSats = -BigInt(inputs.length * 100 + 150) * 50n
  const spent: { txid: string; vout: number; sequence: number }[] = []
  for (const outpoint of inputs) {
    const [txid = '', index = ''] = outpoint.split('-')
    const previous = walletTransaction.parse(await wallet('gettransaction', txid))
    changeSats += readTransaction(previous.hex).outputs[Number(index)]?.amountSats ?? 0n
    spent.push({ txid, vout: Number(index), sequence: 0xfffffffd })
  }
  for (const payment of payments) changeSats -= payment.amountSats
  const outputs = [...payments, { address: changeAddress, amountSats: changeSats }]
  const named = outputs.map(({ address, amountSats }) => ({ [address]: satsToBtc(amountSats) }))
  const unsigned = await wallet('createrawtransaction', spent, named)
  const { hex } = z.object({ hex: z.string() }).parse(await wallet('signrawtransactionwithwallet', unsigned))
  return z.string().parse(await wallet('sendrawtransaction', hex))
}

const openWallet = async (call: WalletCall): Promise<void> => {
  const loaded = z.array(z.string()).parse(await call('listwallets'))
  if (loaded.includes('conformance')) return
  await call('loadwallet', 'conformance').catch(() => call('createwallet', 'conformance'))
}

/** sendtoaddress takes the fee rate as its tenth parameter. A null keeps its default. */
const sendToAddressParameters = (named: {
  address: string
  amount: string
  replaceable: boolean
  fee_rate: number
}) => [named.address, named.amount, null, null, false, named.replaceable, null, null, null, named.fee_rate]
