import { createHash } from 'node:crypto'

export type ReadTransaction = {
  txid: string
  /** `txid-n`, as BTCPay formats them. */
  inputs: string[]
  outputs: { amountSats: bigint; script: string }[]
}

/** Parses just enough of the format to see what a signed transaction spends and pays. */
export const readTransaction = (hex: string): ReadTransaction => {
  const bytes = Buffer.from(hex, 'hex')
  let at = 0
  const take = (count: number) => {
    if (at + count > bytes.length) throw new RangeError('the transaction is cut short')
    at += count
    return bytes.subarray(at - count, at)
  }
  const takeCount = () => {
    const first = take(1).readUInt8()
    if (first < 0xfd) return first
    return first === 0xfd ? take(2).readUInt16LE() : take(4).readUInt32LE()
  }

  const version = take(4)
  const hasWitness = bytes[at] === 0
  if (hasWitness) take(2)
  const bodyAt = at
  const inputs = Array.from({ length: takeCount() }, () => {
    const txid = Buffer.from(take(32)).reverse().toString('hex')
    const index = take(4).readUInt32LE()
    take(takeCount())
    take(4)
    return `${txid}-${index}`
  })
  const outputs = Array.from({ length: takeCount() }, () => {
    const amountSats = take(8).readBigUInt64LE()
    return { amountSats, script: take(takeCount()).toString('hex') }
  })
  const body = bytes.subarray(bodyAt, at)
  const lockTime = bytes.subarray(bytes.length - 4)
  const once = createHash('sha256').update(version).update(body).update(lockTime).digest()
  const txid = createHash('sha256').update(once).digest().reverse().toString('hex')
  return { txid, inputs, outputs }
}
