import { recognizeSecret } from '@bitquay/contract/own-keys.secrets'
import { joinBytes } from './bytes.ts'
import { type Content, mostBytes, mostParts, type Part, toText, type Whole } from './content.ts'
import { createPuzzle } from './mixed-parts.ts'
import { readBbqr } from './read-bbqr.ts'
import { readUr } from './read-ur.ts'

export type Step =
  /** Nothing new: a part that was there before, or no code that we know. */
  | { state: 'same' | 'unknown' }
  /** A private key or a recovery phrase. It goes nowhere. */
  | { state: 'secret' }
  /** All parts were there, and didn’t fit together. It starts again. */
  | { state: 'broken' }
  | { state: 'parts'; filled: readonly boolean[] }
  | { state: 'whole'; content: Content }

/**
 * Takes what a camera reads, one code after the other and in any order, until a message is whole. A part of another message
 * starts again, and so does a part that says something else than those before it.
 */
export const createCollector = () => {
  let message: { key: string; puzzle: ReturnType<typeof createPuzzle> } | undefined
  let latest = ''
  const addPart = async (part: Part): Promise<Step> => {
    if (message?.key !== part.key || !message.puzzle.add(part.pieces, part.data)) {
      message = { key: part.key, puzzle: createPuzzle(part.count) }
      message.puzzle.add(part.pieces, part.data)
    }
    const pieces = message.puzzle.solve()
    if (!pieces) return { state: 'parts', filled: message.puzzle.filled() }
    message = undefined
    return endWith(await part.join(pieces), 'broken')
  }
  return {
    take: async (text: string): Promise<Step> => {
      // A camera sees each code several times.
      if (text === latest) return { state: 'same' }
      latest = text
      const code = readCode(text)
      return typeof code === 'object' && 'pieces' in code ? addPart(code) : endWith(code, 'unknown')
    },
  }
}

const readCode = (text: string): Part | Whole => {
  if (/^ur:/i.test(text)) return readUr(text)
  if (text.startsWith('B$')) return readBbqr(text)
  return readNumbered(text) ?? { type: 'text', text }
}

const endWith = (whole: Whole, otherwise: 'broken' | 'unknown'): Step => {
  if (whole === undefined) return { state: otherwise }
  if (whole === 'secret' || (whole.type === 'text' && recognizeSecret(whole.text) !== undefined)) {
    return { state: 'secret' }
  }
  return { state: 'whole', content: whole }
}

/** As Specter and SeedSigner number parts of a text: `p1of3 cHNidP…`. */
const readNumbered = (text: string): Part | undefined => {
  const [, place = '', total = '', rest = ''] = /^p(\d{1,4})of(\d{1,4}) ([\x21-\x7e]+)$/i.exec(text.trim()) ?? []
  const [number, count] = [Number(place), Number(total)]
  if (number < 1 || number > count || count > mostParts || rest.length * (count - 1) > 2 * mostBytes) return undefined
  return {
    key: `numbered ${count}`,
    count,
    pieces: [number - 1],
    data: new TextEncoder().encode(rest),
    join: (pieces) => {
      const joined = toText(joinBytes(...pieces))
      return joined === undefined ? undefined : { type: 'text', text: joined }
    },
  }
}
