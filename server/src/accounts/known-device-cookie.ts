import { randomBytes } from 'node:crypto'
import type { Mac } from '../platform/crypto/mac.ts'

/** A browser in which someone has signed in before. Its address may change. */
export type KnownDevice = {
  id: string
  /** The accounts that signed in here, latest first, as tags that only we can create. */
  accounts: readonly string[]
}

const name = 'bitquay_device'
const lifeSeconds = 400 * 24 * 3600
/** The cookie is sent with every sign-in, so a shared browser remembers only its latest accounts. */
const mostAccounts = 8

/** Returns the device of a request if we signed its cookie. */
export const readKnownDevice = (mac: Mac, cookies: string | undefined): KnownDevice | undefined => {
  const value = new RegExp(`(?:^|; *)${name}=([\\w.~-]{1,600})(?:;|$)`).exec(cookies ?? '')?.[1]
  const [id, accounts, signature] = value?.split('.') ?? []
  if (!id || accounts === undefined || !signature || !mac.verify(`${id}.${accounts}`, signature)) return undefined
  return { id, accounts: accounts.split('~') }
}

/**
 * Whether this account has signed in on this device. It is looked up by email address, so nobody can learn which
 * accounts are known here.
 */
export const isKnownFor = (mac: Mac, device: KnownDevice | undefined, email: string): device is KnownDevice =>
  device !== undefined && tagsOf(mac, email).some((tag) => device.accounts.includes(tag))

/** Returns the cookie that makes a device known for one more account. */
export const writeDeviceCookie = (
  mac: Mac,
  device: KnownDevice | undefined,
  email: string,
  { secure }: { secure: boolean },
): string => {
  const [tag = '', ...olderTags] = tagsOf(mac, email)
  const others = (device?.accounts ?? []).filter((each) => each !== tag && !olderTags.includes(each))
  const body = `${device?.id ?? randomBytes(16).toString('base64url')}.${[tag, ...others].slice(0, mostAccounts).join('~')}`
  const attributes = `Path=/api/auth; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  return `${name}=${body}.${mac.sign(body)}; ${attributes}`
}

/** By the current secret first, then by the previous one. */
const tagsOf = (mac: Mac, email: string) => mac.signers.map((sign) => sign(`account:${email}`).slice(0, 16))
