import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { languages } from '../contract/src/languages.ts'
import { textsOf } from '../server/src/platform/texts/texts-of.ts'

const source = join(dirname(fileURLToPath(import.meta.url)), '../web/src')

/** The message files that are translated, of one language. */
const filesIn = (language: string) =>
  readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
    language === 'en'
      ? path.endsWith('/messages.ts') && hasTranslations(dirname(path))
      : path.endsWith(`/messages.${language}.ts`),
  )

const hasTranslations = (folder: string) => readdirSync(join(source, folder)).includes('messages.de.ts')

/** Every message, as in message('Text'). */
const textsIn = (path: string) =>
  [...readFileSync(join(source, path), 'utf8').matchAll(/message\(\s*'((?:[^'\\]|\\.)*)'/g)].map(
    ([, text = '']) => text,
  )

/** What the server writes, with names in the places of values. */
const writtenBy = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return [String(value(...Array.from({ length: value.length }, () => '{}')))]
  return Object.values(value as object).flatMap(writtenBy)
}

/** Labels end without a period. A receipt has the same ones on the page, on paper and in emails. */
const isSentence = (text: string, language: string) => /[.…!?。؟]$/.test(text) && countWords(text, language) > 2

const plain = (text: string) => text.replaceAll(/\{[^}]*\}/g, '{}')

const countWords = (text: string, language: string) =>
  [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].filter(({ isWordLike }) => isWordLike).length

test.each(languages)('no sentence of a customer page in %s is written by the server too', (language) => {
  const onPages = filesIn(language).flatMap(textsIn).map(plain)
  expect(onPages.length).toBeGreaterThan(200)
  const byServer = new Set(writtenBy(textsOf(language)).map(plain))
  expect(onPages.filter((text) => byServer.has(text) && isSentence(text, language))).toEqual([])
})
