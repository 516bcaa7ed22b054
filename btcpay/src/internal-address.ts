import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * True for every address that a request for an untrusted user must not reach: this host, private networks, link-local
 * ranges with cloud metadata services, and anything that isn't a plain public unicast address.
 */
export const isInternalAddress = (address: string): boolean => {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  if (isIPv4(bare)) return internalIpv4.check(bare, 'ipv4')
  if (isIPv6(bare)) return isInternalIpv6(bare)
  return true
}

const internalIpv4 = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  internalIpv4.addSubnet(network, prefix, 'ipv4')
}
// Azure's host agent serves instance secrets from this public-looking address.
internalIpv4.addAddress('168.63.129.16', 'ipv4')

const isInternalIpv6 = (address: string): boolean => {
  const groups = ipv6Groups(address)
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = groups
  const leadingZeros = first === 0 && second === 0 && third === 0 && fourth === 0
  // ::ffff:a.b.c.d is another form of IPv4, and the socket connects to that IPv4 address.
  if (leadingZeros && fifth === 0 && sixth === 0xffff) return internalIpv4.check(embeddedIpv4(groups, 6), 'ipv4')
  // NAT64 sends the IPv4 to anything the translator can reach. IPv6-only networks need it.
  if (first === 0x64 && second === 0xff9b && third === 0 && fourth === 0 && fifth === 0 && sixth === 0) {
    return internalIpv4.check(embeddedIpv4(groups, 6), 'ipv4')
  }
  // 6to4 tunnels to the IPv4 in the second and third group.
  if (first === 0x2002) return internalIpv4.check(embeddedIpv4(groups, 1), 'ipv4')
  const globalUnicast = (first & 0xe000) === 0x2000
  if (!globalUnicast) return true
  // 2001::/23 holds protocol assignments (Teredo among them), 2001:db8::/32 and 3fff::/20 are for documentation.
  if (first === 0x2001 && second < 0x200) return true
  if (first === 0x2001 && second === 0xdb8) return true
  return first === 0x3fff && second < 0x1000
}

const embeddedIpv4 = (groups: number[], at: number): string => {
  const high = groups[at] ?? 0
  const low = groups[at + 1] ?? 0
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
}

/** Expands an address that `isIPv6` has accepted into its eight groups. */
const ipv6Groups = (address: string): number[] => {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  const hex =
    dotted === null ? address : `${dotted[1]}${pairToHex(dotted[2], dotted[3])}:${pairToHex(dotted[4], dotted[5])}`
  const [head = '', tail] = hex.split('::')
  const headGroups = head === '' ? [] : head.split(':')
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - headGroups.length - tailGroups.length }, () => '0')
  return [...headGroups, ...(tail === undefined ? [] : zeros), ...tailGroups].map((group) => Number.parseInt(group, 16))
}

const pairToHex = (high = '0', low = '0'): string => ((Number(high) << 8) | Number(low)).toString(16)
