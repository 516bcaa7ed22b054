import {
  type LegalName,
  type LegalText,
  type LegalTexts,
  legalNames,
  ourLegalTexts,
  type ShownLegal,
} from './legal-text.shown.ts'

export * from './legal-text.shown.ts'

export const longestLegalText = 40_000

export type Inline = { kind: 'text' | 'bold'; text: string } | { kind: 'link'; text: string; href: string }
export type LegalBlock =
  | { kind: 'heading'; level: 2 | 3; parts: Inline[] }
  | { kind: 'paragraph'; parts: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }

const bullet = /^\s{0,3}(?:[-*+]|(\d{1,3})[.)])\s+(.*)$/
const heading = /^(#{1,6}) (.*)$/

/** Headings, paragraphs, lists, bold text and links. Everything else is text. */
export const readLegalText = (source: string): LegalBlock[] => {
  const blocks: LegalBlock[] = []
  let lines: string[] = []
  const endParagraph = () => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', parts: readInline(lines.join(' ')) })
    lines = []
  }
  let canContinue = false
  for (const line of source.split(/\r\n?|\n/)) {
    const [, marks, title = ''] = heading.exec(line.trim()) ?? []
    const item = bullet.exec(line)
    if (line.trim() === '') {
      endParagraph()
      canContinue = false
    } else if (marks !== undefined) {
      endParagraph()
      blocks.push({ kind: 'heading', level: marks.length <= 2 ? 2 : 3, parts: readInline(title.trim()) })
    } else if (item) {
      endParagraph()
      const [, number, words = ''] = item
      const last = blocks.at(-1)
      const ordered = number !== undefined
      if (canContinue && last?.kind === 'list' && last.ordered === ordered) last.items.push(readInline(words))
      else blocks.push({ kind: 'list', ordered, items: [readInline(words)] })
      canContinue = true
    } else if (canContinue && line.startsWith('  ')) {
      // The rest of an item that takes several lines.
      const last = blocks.at(-1)
      if (last?.kind === 'list') last.items.at(-1)?.push(...readInline(` ${line.trim()}`))
    } else {
      canContinue = false
      lines.push(line.trim())
    }
  }
  endParagraph()
  return blocks
}

const inline = /\*\*([^*]+)\*\*|\[([^[\]]+)\]\(([^()\s]+)\)/g

const readInline = (text: string): Inline[] => {
  const parts: Inline[] = []
  let at = 0
  for (const found of text.matchAll(inline)) {
    const [whole, bold, label, href] = found
    if (href !== undefined && !isWebLink(href)) continue
    if (found.index > at) parts.push({ kind: 'text', text: text.slice(at, found.index) })
    parts.push(href === undefined ? { kind: 'bold', text: bold ?? '' } : { kind: 'link', text: label ?? '', href })
    at = found.index + whole.length
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) })
  return parts
}

/** Without a user name before the host, which could pass for another host. */
const isWebLink = (href: string) =>
  /^https:\/\/(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}(?::\d{1,5})?(?:\/[^\s"'<>\\]*)?$/i.test(href)

/** What a text can't have, with its line. The first one is enough to say. */
export const findMistake = (source: string): string | undefined => {
  for (const [index, line] of source.split(/\r\n?|\n/).entries()) {
    const number = index + 1
    const tag = /<\/?[a-z!][^>]*>?/i.exec(line)?.[0]
    if (tag !== undefined) return `Line ${number}: HTML isn’t shown. Remove ${tag.slice(0, 40)}`
    if (/!\[[^\]]{0,200}\]\(/.test(line)) return `Line ${number}: pictures aren’t shown. Remove the picture`
    const withoutLinks = line.replace(inline, (whole, _bold, _label, href?: string) =>
      href !== undefined && isWebLink(href) ? '' : whole,
    )
    if (/\]\s*\(/.test(withoutLinks))
      return `Line ${number}: write links as [text](https://…). No other links are shown`
  }
  return undefined
}

const unfinished = [
  /[[{［｛【][^\]}］｝】]{0,60}[\]}］｝】]?/u,
  /[\]}］｝】]/u,
  /\b(?:TODO|TBD|TBA|FIXME|XXX+)\b/i,
  /\blorem\s+ipsum\b/i,
  /_{3,}/,
  /\b(?:YYYY|DD[./-]MM|MM[./-]DD)\b/,
  /\binsert\b.{1,40}?\bhere\b/i,
  /\bexample\.(?:com|org|net)\b/i,
]

/** An address of ours in the text of somebody else. */
const ourAddress = /[\w.+-]{0,64}@?\bbitquay\.com\b/i

/** What still has to be filled in, as it stands in the text, with its line. */
export const findPlaceholders = (source: string, { domain }: { domain: string }): { line: number; found: string }[] =>
  source.split(/\r\n?|\n/).flatMap((text, index) => {
    // Letters that look the same, signs that nobody sees, and brackets of links.
    const line = text
      .normalize('NFKC')
      .replace(/[\p{Cf}\p{Mn}]/gu, '')
      .replace(inline, (whole, bold?: string, label?: string) => label ?? bold ?? whole)
    const patterns = domain === 'bitquay.com' ? unfinished : [...unfinished, ourAddress]
    const found = patterns.map((pattern) => pattern.exec(line)?.[0]).find((each) => each !== undefined)
    return found === undefined ? [] : [{ line: index + 1, found: found.trim() }]
  })

type Publication = { before: LegalTexts; after: LegalTexts; domain: string; today: string }

/** Which texts a publication changes. */
export const changedLegal = (before: LegalTexts, after: LegalTexts): LegalName[] =>
  legalNames.filter((name) => before[name].text !== after[name].text || before[name].from !== after[name].from)

/** Why a draft can't be published yet: what is still to be filled in, and days that have passed. */
export const findLegalProblems = ({ before, after, domain, today }: Publication): { path: string; message: string }[] =>
  legalNames.flatMap((name) => {
    const { text, from } = after[name]
    const problems = findPlaceholders(text, { domain }).map(({ line, found }) => ({
      path: `legal.${name}.text`,
      message: `Line ${line}: fill in “${found}”`,
    }))
    const isChanged = changedLegal(before, after).includes(name)
    if (isChanged && (from < today || from > nextYear(today)))
      problems.push({ path: `legal.${name}.from`, message: 'Choose a day from today on, within a year' })
    return problems
  })

const nextYear = (today: string) => `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`

/**
 * What the pages show, from all versions that were published, the newest first. A version that is not yet in effect is
 * announced, unless a newer one takes its place before its day.
 */
export const chooseLegal = (versions: readonly LegalTexts[], name: LegalName, today: string): ShownLegal => {
  const coming: LegalText[] = []
  for (const { [name]: text } of versions) {
    if (text.from <= today) return { present: text, coming }
    const [next] = coming
    if (!next || text.from < next.from) coming.unshift(text)
  }
  return { present: ourLegalTexts[name], coming }
}
