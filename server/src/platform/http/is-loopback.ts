import { isIP } from 'node:net'

/** Whether a host name or address means this machine. */
export const isLoopback = (host: string): boolean => {
  const address = host.replace(/^::ffff:/i, '')
  return address === 'localhost' || address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}
