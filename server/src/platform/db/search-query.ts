import { type RawBuilder, sql } from 'kysely'

/**
 * Turns what people type into a query for `search_words` of the database: every word, or the beginning of one, must be
 * there. Words are split as that function splits them: at any ASCII character that is neither letter nor digit. A word
 * that such a character ends, like the first one of an email address, is complete: it is matched exactly, which is far
 * cheaper for a common word. A repeated word is searched once. Undefined when the search is empty.
 */
export const toSearchQuery = (search: string | undefined): string | undefined => {
  const words = (search ?? '').match(/[A-Za-z0-9\u0080-\u{10ffff}]+[^A-Za-z0-9\u0080-\u{10ffff}]?/gu) ?? []
  if (words.length === 0) return undefined
  return [...new Set(words.map(toTerm))].join(' & ')
}

const toTerm = (word: string) => {
  const isWhole = /[^A-Za-z0-9\u0080-\u{10ffff}\s]$/u.test(word)
  const written = word.replace(/[^A-Za-z0-9\u0080-\u{10ffff}]$/u, '')
  return `(${[...spellings(written)].map((spelling) => `'${spelling}'${isWhole ? '' : ':*'}`).join(' | ')})`
}

/** The condition that a text has the words of a search. Undefined when the search is empty. */
export const hasWords = (text: RawBuilder<unknown>, search: string | undefined): RawBuilder<unknown> | undefined => {
  const query = toSearchQuery(search)
  return query === undefined ? undefined : sql`search_words(${text}) @@ ${query}::tsquery`
}

/** The same query for words that the database keeps apart by merchant, as in `invoice_words`. */
export const ofMerchant = (query: string, merchantId: number): string =>
  query.replace(/'([^']+)'/g, `'${merchantId}:$1'`)

/** A database in the locale C does not lowercase beyond ASCII, so both spellings are searched. */
const spellings = (word: string) => {
  const lower = word.toLowerCase()
  const asTyped = word.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const capital = lower.replace(/^[^a-z0-9]/u, (letter) => letter.toUpperCase())
  return new Set([lower, asTyped, capital])
}
