import { roleOf, type ShopStore } from '../engine/stores/store.ts'
import { isPassword, type User } from '../engine/users/users.ts'
import type { Btcpay } from './btcpay.ts'
import { unauthenticated } from './errors.ts'
import { covers, type Grant, grants, parsePermission, roles, UNRESTRICTED } from './permissions.ts'

/** The calling user, and the maximum that their key permits. */
export type Caller = { user: User; key: string | undefined; held: Grant[] }

const YOUNG_ACCOUNT_SECONDS = 300

/** Undefined without credentials. Throws the 401 for invalid credentials. */
export const authenticate = (
  btcpay: Btcpay,
  header: string | undefined,
  throttle: BasicThrottle,
): Caller | undefined => {
  if (header === undefined || header.trim() === '') return undefined
  const token = /^(?:token|bearer)\s+(\S+)/i.exec(header)?.[1]
  if (token !== undefined) return keyHolder(btcpay, token)
  const basic = /^basic\s+(\S+)/i.exec(header)?.[1]
  if (basic !== undefined) return basicCaller(btcpay, basic, throttle)
  throw unauthenticated()
}

const keyHolder = (btcpay: Btcpay, token: string): Caller => {
  const key = btcpay.keys.find(token)
  const user = key && btcpay.users.find(key.userId)
  if (!key || !user || !isActive(user)) throw unauthenticated()
  return { user, key: key.key, held: key.permissions.flatMap((permission) => parsePermission(permission) ?? []) }
}

const basicCaller = (btcpay: Btcpay, encoded: string, throttle: BasicThrottle): Caller => {
  // BTCPay splits at every colon and takes the second part, so a password with a colon never works.
  const [email = '', password = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  const user = btcpay.users.findByEmail(email)
  const now = btcpay.engine.clock.now()
  const isYoung = user !== undefined && now / 1000 - user.createdAt < YOUNG_ACCOUNT_SECONDS
  if (!isYoung && !throttle.take(now)) throw unauthenticated('Rate limited')
  if (!user || !isActive(user) || !isPassword(user, password)) throw unauthenticated()
  return { user, key: undefined, held: [{ name: UNRESTRICTED, storeId: undefined }] }
}

const isActive = (user: User): boolean => !user.isLocked && (!user.requiresApproval || user.isApproved)

/** Whether key and role together allow it. A key can only restrict its user's rights. */
export const canInStore = (caller: Caller, permission: string, store: ShopStore): boolean => {
  if (!grants(caller.held, permission, store.id)) return false
  const role = roleOf(store, caller.user.id)
  const rights = role !== undefined && Object.hasOwn(roles, role) ? (roles[role] ?? []) : []
  if (rights.some((right) => covers(right, permission))) return true
  return caller.user.isAdmin && covers('store.canviewstoresettings', permission)
}

export const canOnServer = (caller: Caller, permission: string): boolean => {
  if (!grants(caller.held, permission, undefined)) return false
  return !permission.startsWith('server.') || caller.user.isAdmin
}

export type BasicThrottle = { take(nowMs: number): boolean }

/** Five per minute with a burst of three, for the whole loopback interface. */
export const createBasicThrottle = (): BasicThrottle => {
  const burst = 3
  const everyMs = 12_000
  let tokens = burst
  let at = 0
  return {
    take(nowMs) {
      tokens = Math.min(burst, tokens + Math.max(0, nowMs - at) / everyMs)
      at = nowMs
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}
