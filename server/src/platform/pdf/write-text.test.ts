import type { Language } from '@bitquay/contract/languages'
import { expect, test } from 'vitest'
import { readPdf } from '../../../test/read-pdf.ts'
import { openPdf } from './open-pdf.ts'
import { writeText } from './write-text.ts'

const place = { x: 40, y: 40, width: 300, size: 10, weight: 'regular', align: 'left' } as const

/** The lines of a text as they are drawn from left to right, the pieces of each beside each other. */
const draw = async (language: Language, text: string, width = 300) => {
  const pdf = await openPdf({ title: 'Test', layout: 'portrait', language, texts: [text] })
  const chunks: Buffer[] = []
  pdf.document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => pdf.document.on('end', resolve))
  const height = writeText(pdf, text, { ...place, width })
  pdf.document.end()
  await ended
  const file = Buffer.concat(chunks)
  const lines = readPdf(file).map((pieces) => pieces.join(''))
  return { lines, height, file: file.toString('latin1') }
}

test('Japanese, Chinese and Latin letters of one text are all drawn', async () => {
  expect((await draw('ja', '港のコーヒー店 Quay 12')).lines).toEqual(['港のコーヒー店 Quay 12'])
  expect((await draw('zh-CN', '码头咖啡 (500 克)')).lines).toEqual(['码头咖啡 (500 克)'])
  expect((await draw('de', '港のコーヒー店 für Anna')).lines).toEqual(['港のコーヒー店 für Anna'])
})

test('Korean is drawn in a receipt of any language, also when its letters come in parts', async () => {
  const shop = '부두 커피 (500g)'
  for (const language of ['en', 'ja', 'zh-CN', 'ar'] as const) {
    expect((await draw(language, shop)).lines, language).toEqual([shop])
  }
  expect((await draw('de', shop.normalize('NFD'))).lines).toEqual([shop])
  expect((await draw('de', '漢 한')).file).toContain('NotoSansKR')
})

test('only a text that needs Noto embeds it', async () => {
  expect((await draw('de', 'Für Anna Żółć Пётр')).file).not.toContain('NotoSans')
  expect((await draw('ar', 'المبلغ \u2066$1.00\u2069')).file).not.toContain('NotoSans')
  expect((await draw('de', '港')).file).toContain('NotoSans')
})

test('Arabic is drawn from right to left, with figures and Latin words inside of it from left to right', async () => {
  expect((await draw('ar', 'طلب 1024 من Berlin')).lines).toEqual(['Berlin نم 1024 بلط'])
  expect((await draw('en', 'Order طلب من 1024 now')).lines).toEqual(['Order 1024 نم بلط now'])
})

test('brackets in Arabic are turned around', async () => {
  expect((await draw('ar', 'وزن (غرام)')).lines).toEqual(['(مارغ) نزو'])
})

test('a letter that no font has is a box', async () => {
  expect((await draw('ja', '港 ก')).lines).toEqual(['港 □'])
})

test('lines end between words, a long word is broken anywhere, and the height is that of all lines', async () => {
  const { lines, height } = await draw('en', `one two three ${'x'.repeat(30)}`, 60)
  expect(lines.slice(0, 2)).toEqual(['one two', 'three'])
  expect(lines.slice(2).join('')).toBe('x'.repeat(30))
  expect(height).toBe(lines.length * 13)
  expect((await draw('ja', '深煎りコーヒー豆です。', 60)).lines.join('')).toBe('深煎りコーヒー豆です。')
})
