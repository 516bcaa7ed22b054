/** A part of a chapter or an article, as the search finds it. Without an ID it's the whole. */
export type SearchEntry = { path: string; chapter: string; id: string; title: string; text: string }

type SearchResult = SearchEntry & { excerpt: string }

const shownResults = 8
const excerptLength = 90

/** The parts that contain every typed word, best first: words in the title count more than words in the text. */
export const searchTexts = (entries: readonly SearchEntry[], typed: string): SearchResult[] => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, shownResults)
    .map(({ entry }) => ({ ...entry, excerpt: excerptOf(entry.text, words) }))
}

/** Zero as soon as one word is missing. */
const scoreOf = ({ title, chapter, text, id }: SearchEntry, words: readonly string[]) => {
  const scores = words.map((word) => {
    const inTitle = placeOf(title, word)
    if (inTitle === 'start') return id ? 8 : 10
    if (inTitle === 'inside') return 5
    if (placeOf(text, word) === 'start') return 2
    return placeOf(text, word) === 'inside' || placeOf(chapter, word) !== 'nowhere' ? 1 : 0
  })
  return scores.some((score) => score === 0) ? 0 : scores.reduce<number>((sum, score) => sum + score, 0)
}

/** Whether a word of the text starts with it, contains it, or neither. */
const placeOf = (text: string, word: string) => {
  const lower = text.toLowerCase()
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(lower.charAt(at - 1))) return 'start'
  }
  return lower.includes(word) ? 'inside' : 'nowhere'
}

/** The text around the first word that is found in it. */
const excerptOf = (text: string, words: readonly string[]) => {
  const lower = text.toLowerCase()
  const found = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0), text.length)
  const near = found === text.length ? 0 : Math.max(0, found - excerptLength / 3)
  const start = near === 0 ? 0 : text.indexOf(' ', near) + 1
  const end = start + excerptLength < text.length ? text.lastIndexOf(' ', start + excerptLength) : text.length
  return `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`
}
