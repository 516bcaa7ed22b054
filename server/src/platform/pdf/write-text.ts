import { type Face, has, invisible } from './fonts.ts'
import { fontName, missing, type Pdf, type Weight } from './open-pdf.ts'

type TextPlace = {
  x: number
  y: number
  width: number
  size: number
  weight: Weight
  align: 'left' | 'right' | 'center'
}

const lineHeight = 1.3
const baseline = 1.02

/**
 * Writes a text in lines that fit into the width, each from left to right as it is seen, with the first of the
 * document's faces that has a letter. The PDF library does neither. Returns the height.
 */
export const writeText = (pdf: Pdf, value: string, place: TextPlace): number => {
  const text = value.normalize().replace(/\s+/g, ' ').trim()
  if (text === '') return 0
  const { bidi } = pdf
  const levels = bidi.getEmbeddingLevels(text, 'auto')
  const letters = readLetters(pdf, text, levels.levels)
  const lines = breakLines(pdf, text, place.width, (start, end) =>
    widthOf(pdf, splitPieces(letters, start, end), place),
  )
  for (const [index, { start, end }] of lines.entries()) {
    const pieces = splitPieces(letters, start, end)
    const order = bidi.getReorderedIndices(text, levels, start, end - 1)
    const seen = new Set(order.map((at) => pieces.find((piece) => at >= piece.start && at < piece.end)))
    const line = [...seen].flatMap((piece) => (piece ? [piece] : []))
    drawLine(pdf, line, place, place.y + (index * lineHeight + baseline) * place.size)
  }
  return lines.length * lineHeight * place.size
}

/** What a reader takes as one letter. An odd level is read from right to left. */
type Letter = { start: number; end: number; shown: string; face: Face | undefined; level: number; joins: boolean }

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u

const readLetters = ({ faces, bidi }: Pdf, text: string, levels: Uint8Array): Letter[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment, index }) => {
    const level = levels[index] ?? 0
    const isOdd = level % 2 === 1
    const visible = segment.replace(invisible, '')
    const face = faces.find((each) => Array.from(visible).every((character) => has(each, character)))
    const mirrored = isOdd ? (bidi.getMirroredCharacter(visible) ?? visible) : visible
    return {
      start: index,
      end: index + segment.length,
      shown: face ? mirrored : missing,
      face: face ?? faces.find((each) => has(each, missing)),
      level,
      // The library turns words of these scripts around by itself, other characters it doesn't.
      joins: !isOdd || rightToLeft.test(segment),
    }
  })

/** Neighbors in the same font and direction, which are drawn at once. */
type Piece = { start: number; end: number; text: string; face: Face | undefined }

const splitPieces = (letters: readonly Letter[], start: number, end: number): Piece[] => {
  const pieces: Piece[] = []
  let last: Letter | undefined
  for (const letter of letters) {
    if (letter.start < start || letter.start >= end) continue
    const piece = pieces.at(-1)
    const isSame = last?.face === letter.face && last?.level === letter.level && last.joins && letter.joins
    if (piece && isSame) {
      piece.text += letter.shown
      piece.end = letter.end
    } else {
      pieces.push({ start: letter.start, end: letter.end, text: letter.shown, face: letter.face })
    }
    last = letter
  }
  return pieces
}

type Range = { start: number; end: number }

/** A word that is wider than a line begins a new one and is broken anywhere. */
const breakLines = (
  pdf: Pdf,
  text: string,
  width: number,
  measure: (start: number, end: number) => number,
): Range[] => {
  const lines: Range[] = []
  let line: Range | undefined
  const add = (word: Range) => {
    const end = word.start + text.slice(word.start, word.end).trimEnd().length
    if (line && measure(line.start, end) <= width) {
      line.end = word.end
      return
    }
    line = word
    lines.push(line)
  }
  for (const word of wordsOf(pdf, text)) {
    if (measure(word.start, word.end) <= width) {
      add(word)
      continue
    }
    line = undefined
    for (const letter of lettersOf(text, word)) add(letter)
  }
  return lines.map(({ start, end }) => ({ start, end: start + text.slice(start, end).trimEnd().length }))
}

const wordsOf = ({ LineBreaker }: Pdf, text: string): Range[] => {
  const breaker = new LineBreaker(text)
  const words: Range[] = []
  let start = 0
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    words.push({ start, end: next.position })
    start = next.position
  }
  return words
}

const lettersOf = (text: string, { start, end }: Range): Range[] =>
  Array.from(new Intl.Segmenter().segment(text.slice(start, end)), ({ segment, index }) => ({
    start: start + index,
    end: start + index + segment.length,
  }))

const drawLine = (pdf: Pdf, pieces: readonly Piece[], place: TextPlace, y: number) => {
  const free = place.width - widthOf(pdf, pieces, place)
  let x = place.x + (place.align === 'left' ? 0 : place.align === 'right' ? free : free / 2)
  for (const piece of pieces) {
    const width = widthOf(pdf, [piece], place)
    if (piece.text !== '') pdf.document.text(piece.text, x, y, { lineBreak: false, baseline: 'alphabetic' })
    x += width
  }
}

const widthOf = ({ document }: Pdf, pieces: readonly Piece[], { size, weight }: TextPlace): number =>
  pieces.reduce((sum, { text, face }) => {
    if (!face || text === '') return sum
    return sum + document.font(fontName(face, weight)).fontSize(size).widthOfString(text)
  }, 0)
