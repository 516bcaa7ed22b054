import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * The text of an API key: a prefix, the mode, 240 random bits and a checksum. Scanners for leaked secrets recognize it,
 * and a mistyped key never reaches the database.
 */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 41
const checksumLength = 6
const form = new RegExp(`^bq_(live|test)_([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`)

export type KeyMode = 'live' | 'test'

export const newKeyText = (mode: KeyMode): string => {
  const body = `bq_${mode}_${randomCharacters(secretLength)}`
  return body + checksumOf(body)
}

/** Returns the mode of a key, or undefined if the text is not a key. */
export const modeOfKeyText = (text: string): KeyMode | undefined => {
  const [, mode, , checksum] = form.exec(text) ?? []
  return checksum === checksumOf(text.slice(0, -checksumLength)) ? (mode as KeyMode) : undefined
}

/** The start of a key, enough to tell it from others. */
export const prefixOf = (text: string) => text.slice(0, 'bq_live_'.length + 6)

const randomCharacters = (count: number) => {
  let characters = ''
  while (characters.length < count) {
    // Skip bytes above the last whole multiple of the alphabet, or its first characters would be more likely.
    for (const byte of randomBytes(count)) if (byte < 248) characters += alphabet[byte % 62]
  }
  return characters.slice(0, count)
}

const checksumOf = (body: string) => {
  let rest = crc32(body)
  let characters = ''
  for (let index = 0; index < checksumLength; index++) {
    characters = `${alphabet[rest % 62]}${characters}`
    rest = Math.floor(rest / 62)
  }
  return characters
}
