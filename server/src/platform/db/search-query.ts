/**
 * What people type in as a query for `search_words` of the database: every word, or the beginning of one, must be there. Words
 * are parted as that function parts them: by whatever of ASCII is neither letter nor digit. A word that such a sign ends, as
 * the first one of an e-mail address, was typed to its end: it is looked for as it is, which is far cheaper where many have
 * it. Undefined when nothing is asked for.
 */
export const toSearchQuery = (search: string | undefined): string | undefined => {
  const words = (search ?? '').match(/[A-Za-z0-9\u0080-\u{10ffff}]+[^A-Za-z0-9\u0080-\u{10ffff}]?/gu) ?? []
  if (words.length === 0) return undefined
  return words
    .map((word) => {
      const isWhole = /[^A-Za-z0-9\u0080-\u{10ffff}\s]$/u.test(word)
      const written = word.replace(/[^A-Za-z0-9\u0080-\u{10ffff}]$/u, '')
      return `(${[...spellings(written)].map((spelling) => `'${spelling}'${isWhole ? '' : ':*'}`).join(' | ')})`
    })
    .join(' & ')
}

/** A database in the locale C leaves capitals beyond ASCII as they are, so those are looked for both ways. */
const spellings = (word: string) => {
  const lower = word.toLowerCase()
  const asTyped = word.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const capital = lower.replace(/^[^a-z0-9]/u, (letter) => letter.toUpperCase())
  return new Set([lower, asTyped, capital])
}
