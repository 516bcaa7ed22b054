import type { Answer } from '@bitquay/contract/call'
import type { readOwnWallet } from '@bitquay/contract/own-keys'
import type { NetworkName } from '../platform/bitcoin/networks.ts'
import { descriptorOf, firstAddresses, type OwnWallet } from '../platform/bitcoin/own-wallet.ts'
import { readWallet, type WalletText } from './read-wallet.ts'

/** A wallet as its owner sees it, with the addresses to compare. */
export const presentWallet = (wallet: OwnWallet, network: NetworkName) => ({
  script: wallet.script,
  required: wallet.required,
  keys: wallet.keys.map(({ fingerprint, path, xpub }) => ({ fingerprint, path, xpub })),
  descriptor: descriptorOf(wallet),
  addresses: firstAddresses(wallet, network),
})

/** What a text says, before anything is saved. */
export const presentReading = (text: WalletText, network: NetworkName): Answer<typeof readOwnWallet> => {
  const reading = readWallet(text, network)
  return reading.wallet
    ? { wallet: presentWallet(reading.wallet, network), missing: [], scripts: [reading.wallet.script] }
    : { wallet: null, missing: [...reading.missing], scripts: [...reading.scripts] }
}
