import { BlockList, isIP, isIPv4 } from 'node:net'
import { moneyScopes } from '@bitquay/contract/call'
import type { Db } from '../platform/db/connect.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Allowance, AuthenticateKey } from '../platform/http/route.ts'
import { type KeyMode, modeOfKeyText } from './key-text.ts'
import { type CountedKey, findAndCountKey } from './table.ts'

export const requestsPerMinute = 600

/**
 * Finds an API key and counts the request, in one round trip. A key that is revoked or expired, or whose store is not
 * active, is refused. The last use is saved at most once a minute.
 */
export const authenticateKey =
  (db: Db, options: { mode: KeyMode; rateLimits: boolean }): AuthenticateKey =>
  async (token, source, { changes } = { changes: false }) => {
    const mode = modeOfKeyText(token)
    if (mode === undefined) throw new ApiError('invalid-api-key')
    if (mode !== options.mode) {
      throw new ApiError('invalid-api-key', {
        message:
          mode === 'live'
            ? 'This is a live key. Use a test key in test mode.'
            : 'This is a test key. It only works in test mode.',
      })
    }
    const row = await findAndCountKey(db, token, source.address, { counted: options.rateLimits, changes })
    if (!row) throw new ApiError('invalid-api-key')
    if (row.awaitsReview) throw new ApiError('api-key-suspended')
    if (row.blockedSeconds !== null) {
      throw new ApiError('rate-limited', {
        message: 'The API keys of this store made too many changes within an hour.',
        retryAfterSeconds: row.blockedSeconds,
      })
    }
    if (!isAllowedSource(source.address, row.allowedSources)) {
      throw new ApiError('source-not-allowed', {
        message: `This API key can’t be used from ${source.address}.`,
      })
    }
    const { id, merchantId, name, prefix, createdBy, withdrawalAddresses } = row
    const scopes = row.suspendedAt ? row.scopes.filter((scope) => !moneyScopes.includes(scope)) : row.scopes
    return {
      apiKey: {
        id,
        merchantId,
        name,
        prefix,
        scopes,
        isSuspended: row.suspendedAt !== null,
        createdBy,
        withdrawalAddresses,
      },
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

/** Whether an address is in one of the networks. An empty list allows every address. */
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

/** A server that listens on IPv6 sees IPv4 addresses as IPv6-mapped ones. */
const plainAddress = (address: string) => {
  const [withoutZone = ''] = address.split('%')
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone)?.[1] ?? withoutZone
}
