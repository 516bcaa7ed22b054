export type Network = 'mainnet' | 'testnet' | 'signet' | 'regtest'

const beginnings: Record<Network, RegExp> = {
  mainnet: /^(bc1|[13])/,
  testnet: /^(tb1|[mn2])/,
  signet: /^(tb1|[mn2])/,
  regtest: /^(bcrt1|[mn2])/,
}

/** Tells networks apart by how their addresses begin; whether an address is well formed is another question. */
export const isAddressOf = (address: string, network: Network): boolean => beginnings[network].test(address)
