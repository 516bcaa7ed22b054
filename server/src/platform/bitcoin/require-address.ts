import { ApiError } from '../http/api-error.ts'
import type { NetworkName } from './networks.ts'
import { scriptOfAddress } from './script-of-address.ts'

/** Requires an address of the configured network, exactly as it is written. */
export const requireAddress = (address: string, network: NetworkName, field = 'address'): string => {
  const script = scriptOfAddress(address, network)
  if (script !== undefined && script !== anchorScript) return address
  throw new ApiError('invalid-address', {
    message:
      network === 'mainnet'
        ? 'Please enter a valid Bitcoin address'
        : `Please enter a valid Bitcoin address of the ${network} network`,
    fields: [{ path: field, message: 'Please enter a valid Bitcoin address' }],
  })
}

/** Pay-to-anchor has an address but no owner: anyone can take what it holds. */
export const anchorScript = '51024e73'
