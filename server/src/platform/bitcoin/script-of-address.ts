import { hex } from '@scure/base'
import { Address, OutScript } from '@scure/btc-signer'
import { type NetworkName, networks } from './networks.ts'

/** The output script of an address, in hex. Undefined for anything that is not exactly an address of this network. */
export const scriptOfAddress = (address: string, network: NetworkName): string | undefined => {
  try {
    return hex.encode(OutScript.encode(Address(networks[network]).decode(address)))
  } catch {
    return undefined
  }
}

/** What a person reads: the address that a script pays, or the script itself in hex if it has none. */
export const addressOfScript = (script: Uint8Array, network: NetworkName): string => {
  try {
    return Address(networks[network]).encode(OutScript.decode(script))
  } catch {
    return hex.encode(script)
  }
}
