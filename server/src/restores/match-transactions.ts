import type { NetworkName } from '../platform/bitcoin/networks.ts'
import { scriptOfAddress } from '../platform/bitcoin/script-of-address.ts'
import type { Details } from '../transactions/index.ts'

/** A send that isn't signed or an open refund, of the restored database. */
export type Payable = {
  key: string
  storeRef: number
  /** Null while the customer hasn't entered one. */
  address: string | null
  amountSats: bigint
  networkFeeFrom: 'wallet' | 'amount'
}

export type Leaving = {
  storeRef: number
  txid: string
  leftSats: bigint
  details: Pick<Details, 'feeSats' | 'outputs'> | undefined
}

export type Match = { txid: string; address: 'same' | 'other' }

/** Without an explorer the network fee is unknown, and this much more than the amount may have left. */
const mostFeeSats = 50_000n

/**
 * Proposes a transaction for each payable, and each transaction once: first those that paid the same amount to the same
 * address, then those that paid the same amount.
 */
export const matchTransactions = (
  payables: readonly Payable[],
  leaving: readonly Leaving[],
  isMismatch: (key: string, txid: string) => boolean,
  network: NetworkName,
): Map<string, Match> => {
  const matches = new Map<string, Match>()
  const taken = new Set<string>()
  const propose = (address: Match['address']) => {
    for (const payable of payables) {
      if (matches.has(payable.key)) continue
      const found = leaving.find(
        (each) =>
          !taken.has(`${each.storeRef} ${each.txid}`) &&
          !isMismatch(payable.key, each.txid) &&
          isSameAmount(payable, each) &&
          (address === 'other' || isSameAddress(payable, each, network)),
      )
      if (!found) continue
      taken.add(`${found.storeRef} ${found.txid}`)
      matches.set(payable.key, { txid: found.txid, address })
    }
  }
  propose('same')
  propose('other')
  return matches
}

const isSameAmount = (
  { storeRef, amountSats, networkFeeFrom }: Omit<Payable, 'key'>,
  { storeRef: leftFrom, leftSats, details }: Leaving,
) => {
  if (storeRef !== leftFrom) return false
  if (networkFeeFrom === 'amount') return leftSats === amountSats
  if (details) return leftSats - details.feeSats === amountSats
  return leftSats >= amountSats && leftSats - amountSats <= mostFeeSats
}

const isSameAddress = ({ address }: Pick<Payable, 'address'>, { details }: Leaving, network: NetworkName): boolean => {
  if (address === null || !details) return false
  const script = scriptOfAddress(address, network)
  return details.outputs.some((output) => scriptOfAddress(output.address ?? '', network) === script)
}

/** Whether a transaction may have paid a send: the same amount, and the same address as far as that is known. */
export const fitsSend = (send: Omit<Payable, 'key'>, leaving: Leaving, network: NetworkName): boolean =>
  isSameAmount(send, leaving) && (!leaving.details || isSameAddress(send, leaving, network))
