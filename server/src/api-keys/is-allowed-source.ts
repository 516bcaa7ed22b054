import { BlockList, isIP, isIPv4 } from 'node:net'

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
