import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * An API key as it is written: what it is, which money it moves, 240 random bits, and a checksum, so that scanners for
 * leaked secrets recognise it and a mistyped one never reaches the database.
 */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 41
const checksumLength = 6
const form = new RegExp(`^bq_(live|test)_([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`)

export type KeyMode = 'live' | 'test'

export const newKeyText = (mode: KeyMode): string => {
  const body = `bq_${mode}_${randomLetters(secretLength)}`
  return body + checksumOf(body)
}

/** Which money a key is for; undefined for what is no key at all. */
export const modeOfKeyText = (text: string): KeyMode | undefined => {
  const [, mode, , checksum] = form.exec(text) ?? []
  return checksum === checksumOf(text.slice(0, -checksumLength)) ? (mode as KeyMode) : undefined
}

/** Enough of a key to tell it from others. */
export const prefixOf = (text: string) => text.slice(0, 'bq_live_'.length + 6)

const randomLetters = (count: number) => {
  let letters = ''
  while (letters.length < count) {
    // Bytes above the last whole multiple of the alphabet would make its first letters likelier.
    for (const byte of randomBytes(count)) if (byte < 248) letters += alphabet[byte % 62]
  }
  return letters.slice(0, count)
}

const checksumOf = (body: string) => {
  let rest = crc32(body)
  let letters = ''
  for (let index = 0; index < checksumLength; index++) {
    letters = `${alphabet[rest % 62]}${letters}`
    rest = Math.floor(rest / 62)
  }
  return letters
}
