import { compactSize, hashToWire, int32, MalformedBytes, readBytes, reverseBytes, uint32 } from './byte-stream.ts'
import type { BlockRecord, ParsedTransaction } from './chain-types.ts'
import { sha256d } from './digests.ts'
import { regtest } from './regtest.ts'
import { describeTransaction, readTransaction, serializeTransaction } from './transaction-bytes.ts'

export type Header = Pick<BlockRecord, 'version' | 'previousHash' | 'merkleRoot' | 'timeSeconds' | 'bits' | 'nonce'>

export type ParsedBlock = {
  readonly hash: string
  readonly header: Header
  readonly transactions: readonly ParsedTransaction[]
  readonly size: number
  readonly weight: number
}

const reservedWitness = '00'.repeat(32)
const commitmentPrefix = '6a24aa21a9ed'

export const serializeHeader = (header: Header): Buffer =>
  Buffer.concat([
    int32(header.version),
    hashToWire(header.previousHash),
    hashToWire(header.merkleRoot),
    uint32(header.timeSeconds),
    uint32(header.bits),
    uint32(header.nonce),
  ])

export const headerHash = (header: Header): string => reverseBytes(sha256d(serializeHeader(header))).toString('hex')

export const hasWork = (hash: string): boolean => BigInt(`0x${hash}`) <= regtest.target

/** On regtest about every second hash is valid. */
export const findNonce = (header: Omit<Header, 'nonce'>): { header: Header; hash: string } => {
  for (let nonce = 0; ; nonce += 1) {
    const tried = { ...header, nonce }
    const hash = headerHash(tried)
    if (hasWork(hash)) return { header: tried, hash }
  }
}

export const merkleRoot = (hashes: readonly string[]): string => {
  let level = hashes.map(hashToWire)
  while (level.length > 1) level = merkleLevel(level)
  return reverseBytes(level[0] as Buffer).toString('hex')
}

/** A merkle tree is padded with copies, so a list and the same list with its end repeated have the same root. */
export const hasTwinHashes = (hashes: readonly string[]): boolean => {
  let level = hashes.map(hashToWire)
  while (level.length > 1) {
    for (let i = 0; i + 1 < level.length; i += 2) if (level[i]?.equals(level[i + 1] as Buffer)) return true
    level = merkleLevel(level)
  }
  return false
}

const merkleLevel = (level: readonly Buffer[]): Buffer[] => {
  const next: Buffer[] = []
  for (let i = 0; i < level.length; i += 2) {
    next.push(sha256d(Buffer.concat([level[i] as Buffer, (level[i + 1] ?? level[i]) as Buffer])))
  }
  return next
}

/** What the coinbase must commit to: the wtxids of all transactions, with its own counted as zero. */
export const witnessCommitment = (transactions: readonly ParsedTransaction[]): string => {
  const root = merkleRoot(['0'.repeat(64), ...transactions.slice(1).map(({ wtxid }) => wtxid)])
  return sha256d(Buffer.concat([hashToWire(root), Buffer.from(reservedWitness, 'hex')])).toString('hex')
}

/** The commitment in a coinbase: the last output of that form counts. */
export const committedWitness = (coinbase: ParsedTransaction): string | undefined => {
  const found = coinbase.outputs.findLast(({ script }) => script.length >= 76 && script.startsWith(commitmentPrefix))
  return found?.script.slice(12, 76)
}

export const createCoinbase = (options: {
  height: number
  /** Makes the coinbases of competing blocks differ. */
  extraNonce: number
  payoutScript: string
  rewardSats: bigint
  transactions: readonly ParsedTransaction[]
}): ParsedTransaction => {
  const { height, extraNonce, payoutScript, rewardSats, transactions } = options
  const parts = {
    version: 2,
    lockTime: 0,
    inputs: [
      {
        txid: '0'.repeat(64),
        vout: 0xffff_ffff,
        scriptSig: `${heightPush(height)}06${extraNonce.toString(16).padStart(12, '0')}`,
        sequence: 0xffff_ffff,
        witness: [reservedWitness],
      },
    ],
  }
  const payout = { amountSats: rewardSats, script: payoutScript }
  const placeholder = describeTransaction({ ...parts, outputs: [payout] })
  const commitment = `${commitmentPrefix}${witnessCommitment([placeholder, ...transactions])}`
  return describeTransaction({ ...parts, outputs: [payout, { amountSats: 0n, script: commitment }] })
}

/** BIP34: the height as the shortest script number. */
export const heightPush = (height: number): string => {
  if (height <= 16) return (height === 0 ? 0 : 0x50 + height).toString(16).padStart(2, '0')
  const bytes: number[] = []
  for (let rest = height; rest > 0; rest >>>= 8) bytes.push(rest & 0xff)
  if ((bytes.at(-1) as number) & 0x80) bytes.push(0)
  return Buffer.from([bytes.length, ...bytes]).toString('hex')
}

export const serializeBlock = (header: Header, transactionHexes: readonly string[]): string =>
  `${serializeHeader(header).toString('hex')}${compactSize(transactionHexes.length).toString('hex')}${transactionHexes.join('')}`

export const blockSizes = (transactions: readonly ParsedTransaction[]): { size: number; weight: number } => {
  const overhead = 80 + compactSize(transactions.length).length
  const sum = (pick: (transaction: ParsedTransaction) => number) =>
    transactions.reduce((all, one) => all + pick(one), 0)
  return { size: overhead + sum(({ size }) => size), weight: overhead * 4 + sum(({ weight }) => weight) }
}

/** Throws MalformedBytes. */
export const parseBlock = (hex: string): ParsedBlock => {
  if (hex.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(hex)) throw new MalformedBytes('not hexadecimal')
  const reader = readBytes(Buffer.from(hex, 'hex'))
  const header: Header = {
    version: reader.int32(),
    previousHash: reader.hash(),
    merkleRoot: reader.hash(),
    timeSeconds: reader.uint32(),
    bits: reader.uint32(),
    nonce: reader.uint32(),
  }
  const transactions: ParsedTransaction[] = []
  for (let left = reader.compactSize(); left > 0; left -= 1) transactions.push(readTransaction(reader))
  if (reader.left > 0) throw new MalformedBytes('bytes after the block')
  return { hash: headerHash(header), header, transactions, ...blockSizes(transactions) }
}

export const transactionHex = (transaction: ParsedTransaction): string =>
  serializeTransaction(transaction, true).toString('hex')
