import type { NetworkName } from '../platform/bitcoin/networks.ts'
import { ApiError } from '../platform/http/api-error.ts'

const nothing = 'Nothing was saved.'

const sentences = {
  'private-key': `This is a private key. Never paste it anywhere. Move your coins to a new wallet and connect the public key of that one. ${nothing}`,
  phrase: `This is a recovery phrase. Never type it anywhere but into your wallet. Move your coins to a new wallet and connect the public key of that one. ${nothing}`,
  unreadable: `We can’t read this as a public key, a descriptor or a wallet file. Export it from your wallet again. ${nothing}`,
  'wrong-network': `This key is for another Bitcoin network. ${nothing}`,
  checksum: `The checksum of this descriptor is missing or wrong. Copy the whole descriptor, with # and the 8 characters after it. ${nothing}`,
  'unsupported-script': `We don’t support this type of wallet. Use Native SegWit, Taproot, Nested SegWit, Legacy, or a Native SegWit multisig with sorted keys. ${nothing}`,
  'whole-wallet': `This is the key of your whole wallet. Export the public key of one account. ${nothing}`,
  'wrong-path': `Path and key don’t belong together. Export both from your wallet again. ${nothing}`,
  'wrong-script': `The path says another type of wallet than the key. Export both from your wallet again. ${nothing}`,
  'wrong-branches': `We only support wallets that receive on /0/* and keep their change on /1/*. ${nothing}`,
  'two-wallets': `This describes more than one wallet. Export only the account that you want to use. ${nothing}`,
  'same-key-twice': `The same key is in this wallet twice. ${nothing}`,
  'one-key': `A multisig wallet needs its descriptor or wallet file, because one key doesn’t say who else signs. ${nothing}`,
  'wrong-count': `A multisig wallet has 2 to 15 keys, and needs at least one and at most all of them to sign. ${nothing}`,
} as const

export type WalletProblem = keyof typeof sentences

/** What a person reads when what they pasted is no wallet that we can use. */
export const problem = (reason: WalletProblem, { network }: { network?: NetworkName } = {}) =>
  new ApiError('own-keys-unreadable', {
    message:
      network === undefined
        ? sentences[reason]
        : `This key is for another Bitcoin network. We need one for ${network}. ${nothing}`,
  })
