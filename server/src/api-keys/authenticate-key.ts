import { BlockList, isIP, isIPv4 } from 'node:net'
import type { ApiScope } from '@bitquay/contract/call'
import { sql } from 'kysely'
import { hashToken } from '../platform/crypto/tokens.ts'
import type { Db } from '../platform/db/connect.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Allowance, AuthenticateKey } from '../platform/http/route.ts'
import { type KeyMode, modeOfKeyText } from './key-text.ts'

export const requestsPerMinute = 600

type Row = {
  id: number
  merchantId: number
  name: string
  prefix: string
  scopes: ApiScope[]
  createdBy: string
  allowedSources: string[]
  withdrawalAddresses: string[]
  requests: number | null
  resetSeconds: number | null
}

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
    const row = await findAndCount(db, token, source.address, options.rateLimits)
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

const findAndCount = async (db: Db, token: string, address: string, counted: boolean) => {
  const { rows } = await sql<Row>`
    with time as materialized (select app_now() as now),
    bearer as materialized (
      select k.* from api_keys k join merchants m on m.id = k.merchant_id
      where k.token_hash = ${hashToken(token)} and k.revoked_at is null and m.is_active
        and (k.expires_at is null or k.expires_at > (select now from time))
    ),
    used as (
      update api_keys set last_used_at = (select now from time), last_used_from = ${address}
      where id = (
        select id from bearer where last_used_at is null or last_used_at <= (select now from time) - interval '1 minute'
      )
    ),
    count as (
      insert into api_key_requests as r (key_id, window_started_at, requests)
      select id, now(), 1 from bearer where ${counted}
      on conflict (key_id) do update set
        requests = case when r.window_started_at <= now() - interval '1 minute' then 1 else r.requests + 1 end,
        window_started_at = case when r.window_started_at <= now() - interval '1 minute' then now() else r.window_started_at end
      returning requests, ceil(extract(epoch from window_started_at + interval '1 minute' - now()))::integer as reset_seconds
    )
    select bearer.*, count.requests, count.reset_seconds from bearer left join count on true`.execute(db)
  return rows[0]
}

const allowanceOf = ({ requests, resetSeconds }: Row): Allowance | undefined =>
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
