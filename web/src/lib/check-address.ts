import type { NetworkName } from '@bitquay/contract/checkout.pages'

/**
 * What can be said of an address while it is typed. `typo`: its checksum is wrong. Undefined: not enough to say anything.
 * The server decides in the end.
 */
export type AddressResult =
  | 'valid'
  | 'typo'
  | 'other-network'
  | 'lightning'
  | 'name'
  | 'secret'
  | 'no-address'
  | undefined

export const checkAddress = async (text: string, network: NetworkName): Promise<AddressResult> => {
  const address = text.trim()
  const mistaken = mistakes.find(({ looks }) => looks.test(address))
  if (mistaken) return mistaken.result
  const prefix = /^(bcrt|bc|tb)1/i.exec(address)?.[1]?.toLowerCase()
  if (prefix) {
    if (address.length < prefix.length + 39) return undefined
    if (!hasBech32Checksum(address)) return 'typo'
    return prefix === prefixes[network] ? 'valid' : 'other-network'
  }
  if (!/^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(address)) return undefined
  // A shorter one may be complete too, and can't be told from one that is still being typed.
  if (!(await hasBase58Checksum(address)))
    return address.length < (address.startsWith('2') ? 35 : 34) ? undefined : 'typo'
  return (network === 'mainnet') === /^[13]/.test(address) ? 'valid' : 'other-network'
}

const prefixes: Record<NetworkName, string> = { mainnet: 'bc', testnet: 'tb', signet: 'tb', regtest: 'bcrt' }

/** What people paste in place of an address. */
const mistakes: readonly { looks: RegExp; result: AddressResult }[] = [
  { looks: /^(lightning:)?(ln(bc|tb|bcrt|tbs)\d|lnurl1|lno1)/i, result: 'lightning' },
  { looks: /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i, result: 'name' },
  // Words of a recovery phrase, and private keys.
  { looks: /^([a-z]+\s+){11,}[a-z]+$|^[xyztuv]prv[1-9a-z]{20}|^[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51}$/, result: 'secret' },
  // Other currencies, and keys that addresses are derived from.
  { looks: /^(0x[0-9a-f]{40}|ltc1|bitcoincash:|[xyztuv]pub[1-9a-z]{20}|T[1-9a-z]{33}$)/i, result: 'no-address' },
]

const bech32Digits = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const bech32 = 1
const bech32m = 0x2bc830a3

/** BIP 173 for version 0, BIP 350 for later versions. */
const hasBech32Checksum = (address: string): boolean => {
  const lower = address.toLowerCase()
  if (address !== lower && address !== address.toUpperCase()) return false
  const [prefix = ''] = lower.split('1')
  const digits = Array.from(lower.slice(prefix.length + 1), (digit) => bech32Digits.indexOf(digit))
  if (digits.includes(-1)) return false
  const codes = Array.from(prefix, (letter) => letter.charCodeAt(0))
  const values = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...digits]
  return polymod(values) === (digits[0] === 0 ? bech32 : bech32m)
}

const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

const polymod = (values: readonly number[]): number =>
  values.reduce((checksum, value) => {
    const top = checksum >>> 25
    const shifted = ((checksum & 0x1ffffff) << 5) ^ value
    return generators.reduce((sum, generator, bit) => ((top >> bit) & 1 ? sum ^ generator : sum), shifted) >>> 0
  }, 1)

const base58Digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const addressBytes = 25

const hasBase58Checksum = async (address: string): Promise<boolean> => {
  const number = Array.from(address).reduce((sum, digit) => sum * 58n + BigInt(base58Digits.indexOf(digit)), 0n)
  const hex = number.toString(16).padStart(2 * addressBytes, '0')
  if (hex.length !== 2 * addressBytes) return false
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const once = await crypto.subtle.digest('SHA-256', bytes.slice(0, -4))
  const twice = new Uint8Array(await crypto.subtle.digest('SHA-256', once))
  return bytes.slice(-4).every((byte, place) => byte === twice[place])
}
