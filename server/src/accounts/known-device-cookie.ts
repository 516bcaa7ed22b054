import { randomBytes } from 'node:crypto'
import type { Mac } from '../platform/crypto/mac.ts'

/** A browser in which someone has signed in before. It need not keep its address. */
export type KnownDevice = {
  id: string
  /** The accounts that were signed in to here, the latest first, as tags that only we can make. */
  accounts: readonly string[]
}

const name = 'bitquay_device'
const lifeSeconds = 400 * 24 * 3600
/** A cookie is sent with every sign-in: a browser that many people share remembers the latest of them. */
const mostAccounts = 8

/** The device of a request, if its cookie is one of ours. */
export const readKnownDevice = (mac: Mac, cookies: string | undefined): KnownDevice | undefined => {
  const value = new RegExp(`(?:^|; *)${name}=([\\w.~-]{1,600})(?:;|$)`).exec(cookies ?? '')?.[1]
  const [id, accounts, signature] = value?.split('.') ?? []
  if (!id || accounts === undefined || !signature || !mac.verify(`${id}.${accounts}`, signature)) return undefined
  return { id, accounts: accounts.split('~') }
}

/** Whether this account was signed in to on this device. It is asked by address, so that nobody learns who is known here. */
export const isKnownFor = (mac: Mac, device: KnownDevice | undefined, email: string): device is KnownDevice =>
  device !== undefined && tagsOf(mac, email).some((tag) => device.accounts.includes(tag))

/** The cookie that makes a device known for one more account. */
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

/** By the current secret first, then by the one before. */
const tagsOf = (mac: Mac, email: string) => mac.signers.map((sign) => sign(`account:${email}`).slice(0, 16))
