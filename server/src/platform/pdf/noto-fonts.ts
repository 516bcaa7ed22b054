import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createConcurrencyLimit } from '../concurrency-limit.ts'

const { resolve } = createRequire(import.meta.url)

export type NotoFamily = 'noto-sans-jp' | 'noto-sans-kr' | 'noto-sans-sc'

export type NotoFont = { name: string; regular: Buffer; bold: Buffer }

/** A text with a thousand different letters takes most of a second of computing, so texts wait for each other. */
const oneAtATime = createConcurrencyLimit(1)

/**
 * Cuts fonts with just these letters out of a Noto family. Its package has about a hundred small files, each for other
 * letters and with all weights, of which only those that are needed are read.
 */
export const cutNotoFonts = async (family: NotoFamily, letters: Iterable<string>): Promise<NotoFont[]> => {
  const files = await readFiles(family)
  const needed = new Map<string, string>()
  for (const letter of letters) {
    const name = files.get(letter.codePointAt(0) ?? 0)
    if (name !== undefined) needed.set(name, (needed.get(name) ?? '') + letter)
  }
  return oneAtATime.run(async () => {
    const fonts: NotoFont[] = []
    for (const [name, own] of needed) fonts.push(await cutFont(family, name, own))
    return fonts
  })
}

const cutFont = async (family: NotoFamily, name: string, letters: string): Promise<NotoFont> => {
  const { default: subsetFont } = await import('subset-font')
  const file = await readFile(resolve(`@fontsource-variable/${family}/files/${family}-${name}-wght-normal.woff2`))
  const cut = (wght: number) => subsetFont(file, letters, { targetFormat: 'sfnt', variationAxes: { wght } })
  return { name: `${family}-${name}`, regular: await cut(400), bold: await cut(700) }
}

type Files = ReadonlyMap<number, string>
const families = new Map<NotoFamily, Promise<Files>>()

/** Which file of the family has a letter. */
const readFiles = (family: NotoFamily): Promise<Files> => {
  const known = families.get(family)
  if (known) return known
  const files = parseFiles(resolve(`@fontsource-variable/${family}/unicode.json`))
  families.set(family, files)
  files.catch(() => families.delete(family))
  return files
}

const parseFiles = async (path: string): Promise<Files> => {
  const files = new Map<number, string>()
  const ranges = JSON.parse(await readFile(path, 'utf8')) as Record<string, string>
  for (const [name, list] of Object.entries(ranges)) {
    for (const [, first = '', last = first] of list.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)) {
      const end = Number.parseInt(last, 16)
      for (let code = Number.parseInt(first, 16); code <= end; code += 1) files.set(code, name.replace(/[[\]]/g, ''))
    }
  }
  return files
}
