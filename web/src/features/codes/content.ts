import type { Cbor } from './read-cbor.ts'

/** What was in a code, or in all of its parts together. */
export type Content =
  | { type: 'psbt' | 'transaction'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'text'; text: string }
  /** A public key or a wallet, in the words of Uniform Resources. */
  | { type: 'account' | 'key' | 'output' | 'descriptor'; value: Cbor }

/** As much as a call may carry, and far more than devices show. */
export const mostBytes = 1_048_576
/** More parts than this take an hour to show. */
export const mostParts = 4_000

/** One code of several. Parts with the same key belong together. */
export type Part = {
  key: string
  count: number
  /** Which pieces are in it. */
  pieces: readonly number[]
  data: Uint8Array
  join: (pieces: readonly Uint8Array[]) => Whole | Promise<Whole>
}

/** What a whole message says. A private key or a recovery phrase is only named. Undefined if it isn’t one that we know. */
export type Whole = Content | 'secret' | undefined

/** What is taken from a content, or why it isn’t sent anywhere. */
export type Found = { text: string } | { problem: 'unreadable' | 'secret' }

/** How every PSBT begins: the letters psbt and a byte that no text has. */
const beginning = [0x70, 0x73, 0x62, 0x74, 0xff]

export const isPsbt = (bytes: Uint8Array) => beginning.every((byte, place) => bytes[place] === byte)

/** Undefined where the bytes aren't text. */
export const toText = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
