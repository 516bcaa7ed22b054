export class MalformedBytes extends Error {}

/**
 * Reads Bitcoin's wire format. Throws MalformedBytes when the bytes end too early or a length isn't in its shortest
 * form.
 */
export type ByteReader = {
  readonly offset: number
  readonly left: number
  bytes(length: number): Buffer
  hex(length: number): string
  /** A hash in the usual reversed hex. */
  hash(): string
  uint8(): number
  uint32(): number
  int32(): number
  uint64(): bigint
  compactSize(): number
}

export const readBytes = (content: Buffer): ByteReader => {
  let offset = 0
  const take = (length: number) => {
    if (offset + length > content.length) throw new MalformedBytes('unexpected end')
    offset += length
    return offset - length
  }
  const reader: ByteReader = {
    get offset() {
      return offset
    },
    get left() {
      return content.length - offset
    },
    bytes(length) {
      const start = take(length)
      return content.subarray(start, start + length)
    },
    hex(length) {
      const start = take(length)
      return content.toString('hex', start, start + length)
    },
    hash: () => reverseBytes(reader.bytes(32)).toString('hex'),
    uint8: () => content.readUInt8(take(1)),
    uint32: () => content.readUInt32LE(take(4)),
    int32: () => content.readInt32LE(take(4)),
    uint64: () => content.readBigUInt64LE(take(8)),
    compactSize() {
      const first = reader.uint8()
      if (first < 0xfd) return first
      const size =
        first === 0xfd ? content.readUInt16LE(take(2)) : first === 0xfe ? reader.uint32() : Number(reader.uint64())
      const smallest = first === 0xfd ? 0xfd : first === 0xfe ? 0x1_0000 : 0x1_0000_0000
      if (size < smallest) throw new MalformedBytes('non-canonical compact size')
      if (size > 0x0200_0000) throw new MalformedBytes('compact size too large')
      return size
    },
  }
  return reader
}

export const reverseBytes = (bytes: Uint8Array): Buffer => Buffer.from(bytes).reverse()

/** Converts the usual hex of a hash to wire byte order. */
export const hashToWire = (hash: string): Buffer => Buffer.from(hash, 'hex').reverse()

export const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}

export const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

export const uint64 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

export const compactSize = (size: number): Buffer => {
  if (size < 0xfd) return Buffer.from([size])
  if (size <= 0xffff) return Buffer.from([0xfd, size & 0xff, size >> 8])
  return Buffer.concat([Buffer.from([0xfe]), uint32(size)])
}

export const sized = (bytes: Buffer): Buffer => Buffer.concat([compactSize(bytes.length), bytes])
