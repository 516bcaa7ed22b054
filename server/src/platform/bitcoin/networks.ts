import type { NetworkName } from '@bitquay/contract/checkout.pages'
import { NETWORK, TEST_NETWORK } from '@scure/btc-signer'

export type { NetworkName }

/** The address formats of the networks. */
export const networks = {
  mainnet: NETWORK,
  testnet: TEST_NETWORK,
  signet: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
} as const satisfies Record<NetworkName, unknown>
