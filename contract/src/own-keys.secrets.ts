/** What must never leave a person's own device. */
export type Secret = 'private-key' | 'phrase'

const base58 = '1-9A-HJ-NP-Za-km-z'
const privateKeys = [
  // Extended private keys of all networks and script types.
  new RegExp(`[xyztuvYZUV]prv[${base58}]{40,}`),
  // A single key in wallet import format, encrypted (BIP 38) or not.
  new RegExp(
    `(?<![${base58}])(?:5[HJK][${base58}]{49}|[KLc][${base58}]{51}|9[${base58}]{50}|6P[${base58}]{56})(?![${base58}])`,
  ),
  // A key or a seed as hex. A public key has 66 or 130 digits.
  /(?<![\da-f])(?:[\da-f]{64}|[\da-f]{128})(?![\da-f])/i,
  // A seed as codex32.
  /(?<![\da-z])ms1[\da-z]{45,}/i,
]

/** The numbers of the words of a phrase, in four digits each, as signing devices show them in a code. */
const seedNumbers = /(?<![\da-f])(?:(?:[01]\d{3}|20[0-3]\d|204[0-7]){3}){4,8}(?![\da-f])/i

/** How many words recovery phrases have: BIP 39 and Electrum, and shares of SLIP 39. */
const phraseLengths: readonly number[] = [12, 13, 15, 18, 20, 21, 24, 25, 33]

/**
 * Recognizes a private key or a recovery phrase that was pasted by mistake. The browser asks before it sends anything,
 * and the server before it reads anything. It needs no list of words: a public key never looks like a phrase.
 */
export const recognizeSecret = (text: string): Secret | undefined => {
  if (privateKeys.some((pattern) => pattern.test(text))) return 'private-key'
  return seedNumbers.test(text) || isPhrase(text) ? 'phrase' : undefined
}

/** Words may be numbered, on lines of their own, or separated by commas. */
const isPhrase = (text: string): boolean => {
  const words = text
    .replace(/\b\d{1,2}\s*[.):]/g, ' ')
    .split(/[\s,;]+/u)
    .filter((word) => word !== '' && !/^\d{1,2}$/.test(word))
  return phraseLengths.includes(words.length) && words.every((word) => /^[\p{L}\p{M}]{1,12}$/u.test(word))
}
