import { cutInto, joinBytes } from './bytes.ts'
import { bigEndian, crc32, toBytewords } from './bytewords.ts'

/** Small enough for the camera of a signing device. */
const mostBytes = 100

/**
 * A PSBT as Uniform Resources (BCR-2020-005), which Keystone, Passport, SeedSigner and Jade read. The parts repeat in order,
 * so none has to be mixed from several others.
 */
export const toUrParts = (psbt: Uint8Array): string[] => {
  const message = joinBytes(cborHead(bytesType, psbt.length), psbt)
  const count = Math.ceil(message.length / mostBytes)
  if (count === 1) return [`UR:CRYPTO-PSBT/${toBytewords(message)}`]
  const checksum = crc32(message)
  const size = Math.ceil(message.length / count)
  return cutInto(message, size).map((piece, index) => {
    const part = joinBytes(
      cborHead(arrayType, 5),
      ...[index + 1, count, message.length, checksum].map((number) => cborHead(numberType, number)),
      cborHead(bytesType, size),
      piece,
      // All parts are equally long.
      new Uint8Array(size - piece.length),
    )
    return `UR:CRYPTO-PSBT/${index + 1}-${count}/${toBytewords(part)}`
  })
}

const [numberType, bytesType, arrayType] = [0, 2, 4]

/** How a value of CBOR begins: its type, and a number in as few bytes as it needs. */
const cborHead = (type: number, number: number): Uint8Array => {
  const major = type << 5
  if (number < 24) return Uint8Array.of(major + number)
  if (number < 0x100) return Uint8Array.of(major + 24, number)
  if (number < 0x10000) return joinBytes(Uint8Array.of(major + 25), bigEndian(number, 2))
  return joinBytes(Uint8Array.of(major + 26), bigEndian(number, 4))
}
