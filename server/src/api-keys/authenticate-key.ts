import { BlockList, isIP, isIPv4 } from 'node:net'
import type { Db } from '../platform/db/connect.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Allowance, AuthenticateKey } from '../platform/http/route.ts'
import { type KeyMode, modeOfKeyText } from './key-text.ts'
import { type CountedKey, findAndCountKey } from './table.ts'

export const requestsPerMinute = 600

/**
 * Tells whose key this is and counts the request, in one round trip. A key that is revoked or expired, or of a store that
 * is not active, is nobody's. That it was used is written at most once a minute.
 */
export const authenticateKey =
  (db: Db, options: { mode: KeyMode; rateLimits: boolean }): AuthenticateKey =>
  async (token, source) => {
    const mode = modeOfKeyText(token)
    if (mode === undefined) throw new ApiError('invalid-api-key')
    if (mode !== options.mode) {
      throw new ApiError('invalid-api-key', {
        message:
          mode === 'live'
            ? 'This is a live key, and here is test mode.'
            : 'This is a test key: it works in test mode only.',
      })
    }
    const row = await findAndCountKey(db, token, source.address, options.rateLimits)
    if (!row) throw new ApiError('invalid-api-key')
    if (!isAllowedSource(source.address, row.allowedSources)) {
      throw new ApiError('source-not-allowed', {
        message: `This API key may not be used from ${source.address}.`,
      })
    }
    const { id, merchantId, name, prefix, scopes, createdBy, withdrawalAddresses } = row
    return {
      apiKey: { id, merchantId, name, prefix, scopes, createdBy, withdrawalAddresses },
      allowance: allowanceOf(row),
    }
  }

const allowanceOf = ({ requests, resetSeconds }: CountedKey): Allowance | undefined =>
  requests === null
    ? undefined
    : {
        limit: requestsPerMinute,
        remaining: Math.max(0, requestsPerMinute - requests),
        resetSeconds: Math.max(1, resetSeconds ?? 60),
        exceeded: requests > requestsPerMinute,
      }

/** Whether an address lies in one of the networks; where none is named every address does. */
export const isAllowedSource = (address: string, networks: readonly string[]): boolean => {
  if (networks.length === 0) return true
  const plain = plainAddress(address)
  if (isIP(plain) === 0) return false
  const list = new BlockList()
  for (const network of networks) {
    const [start = '', bits] = network.split('/')
    const family = isIPv4(start) ? 'ipv4' : 'ipv6'
    list.addSubnet(start, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
}

/** A server that listens on IPv6 sees the others' IPv4 addresses inside its own. */
const plainAddress = (address: string) => {
  const [withoutZone = ''] = address.split('%')
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone)?.[1] ?? withoutZone
}
