import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Language } from '@bitquay/contract/languages'
import { cutNotoFonts, type NotoFamily } from './noto-fonts.ts'

/** A font in both weights, and the characters that it has. */
export type Face = { name: string; regular: Buffer; bold: Buffer; characters: ReadonlySet<number> }

let dejaVu: Promise<Face> | undefined

/**
 * The fonts that every PDF reader has know western European letters only. DejaVu also has the other Latin letters,
 * Greek, Cyrillic, Hebrew and Arabic, and its license allows embedding.
 */
export const loadDejaVu = (): Promise<Face> => {
  dejaVu ??= readDejaVu()
  return dejaVu
}

const readDejaVu = async (): Promise<Face> => {
  const { resolve } = createRequire(import.meta.url)
  const read = (name: string) => readFile(resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))
  const [regular, bold] = await Promise.all([read('DejaVuSansCondensed'), read('DejaVuSansCondensed-Bold')])
  return createFace('dejavu', regular, bold)
}

/** The faces that write these texts, the best one for the language first. Loads Noto only if they need it. */
export const loadFaces = async (language: Language, texts: readonly string[]): Promise<Face[]> => {
  const base = await loadDejaVu()
  const missing = new Set(texts.join('').normalize().replace(invisible, ''))
  const isNotoFirst = language === 'ja' || language === 'zh-CN'
  if (!isNotoFirst) for (const letter of missing) if (has(base, letter)) missing.delete(letter)
  const faces: Face[] = []
  for (const family of familiesOf(language, texts)) {
    if (missing.size === 0) break
    for (const { name, regular, bold } of await cutNotoFonts(family, missing)) {
      const face = await createFace(name, regular, bold)
      faces.push(face)
      for (const letter of missing) if (has(face, letter)) missing.delete(letter)
    }
  }
  return isNotoFirst ? [...faces, base] : [base, ...faces]
}

/** Japan, China and Korea draw some characters differently. Kana tell a Japanese text, hangul a Korean one. */
const familiesOf = (language: Language, texts: readonly string[]): NotoFamily[] => {
  const written = texts.join('')
  if (language === 'ja') return ['noto-sans-jp', 'noto-sans-sc', 'noto-sans-kr']
  if (language !== 'zh-CN' && /[\u3040-\u30ff]/.test(written)) return ['noto-sans-jp', 'noto-sans-sc', 'noto-sans-kr']
  if (language !== 'zh-CN' && /\p{Script=Hangul}/u.test(written))
    return ['noto-sans-kr', 'noto-sans-sc', 'noto-sans-jp']
  return ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr']
}

/** Such as the marks that keep a price from left to right. They are not drawn. */
export const invisible = /[\p{Cf}\p{Variation_Selector}]/gu

export const has = ({ characters }: Face, letter: string) => characters.has(letter.codePointAt(0) ?? 0)

const createFace = async (name: string, regular: Buffer, bold: Buffer): Promise<Face> => {
  const fontkit = await import('fontkit')
  const inBold = new Set(charactersOf(fontkit, bold))
  const characters = new Set(charactersOf(fontkit, regular).filter((character) => inBold.has(character)))
  return { name, regular, bold, characters }
}

/** A font that was cut to letters that it lacks has no table of characters at all. */
const charactersOf = ({ create }: typeof import('fontkit'), font: Buffer): number[] => {
  const opened = create(font)
  if (!('characterSet' in opened)) throw new Error('this file holds several fonts')
  return opened.numGlyphs > 1 ? opened.characterSet : []
}
