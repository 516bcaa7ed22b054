import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  accentsOf,
  adaptAccent,
  adaptColor,
  adaptDeep,
  contrastOf,
  deepsOf,
  leastContrast,
  paletteOf,
  type ShopColors,
  surfaces,
} from './brands.color.ts'

test('contrast is computed as WCAG does', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastOf('#0f6e84', '#ffffff')).toBeCloseTo(5.9, 1)
})

test('a readable color stays as it is, and a light one is darkened just enough', () => {
  expect(adaptColor('#0F6E84')).toMatchObject({ color: '#0f6e84', isAdapted: false })
  for (const light of ['#ffff00', '#ffffff', '#ff9900', '#7fffd4']) {
    const { color, contrast, isAdapted } = adaptColor(light)
    expect(isAdapted).toBe(true)
    expect(contrast).toBe(contrastOf(color, '#ffffff'))
    expect(contrast).toBeGreaterThanOrEqual(leastContrast)
    expect(contrast).toBeLessThan(leastContrast + 0.3)
  }
})

const pagesOf = { light: ['#f5f2eb', '#fffdf9'], dark: ['#08131a', '#0f1f29'] }

const pairsOf = (colors: ShopColors, pages: readonly string[]): [text: string, background: string][] => [
  [colors.onAct, colors.act],
  [colors.onAct, colors.actHover],
  [colors.onBand, colors.band],
  [colors.onBand2, colors.band],
  [colors.onTile, colors.tile],
  [colors.text, colors.soft],
  ...pages.map((page): [string, string] => [colors.text, page]),
]

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('every pair of text and background is readable, whatever color a shop chooses', () => {
  fc.assert(
    fc.property(hex, (color) => {
      const palette = paletteOf(color)
      for (const theme of ['light', 'dark'] as const) {
        for (const [text, background] of pairsOf(palette[theme], pagesOf[theme])) {
          expect(contrastOf(text, background), `${text} on ${background}`).toBeGreaterThanOrEqual(leastContrast)
        }
      }
    }),
    { numRuns: 2000, examples: [['#000000'], ['#ffffff'], ['#ffff00'], ['#0000ff'], ['#00ff00'], ['#808080']] },
  )
})

test('every pair of text and background is readable, whatever colors a platform chooses', () => {
  fc.assert(
    fc.property(hex, (color) => {
      const [accents, deeps] = [accentsOf(color), deepsOf(color)]
      for (const theme of ['light', 'dark'] as const) {
        const { signal, signalHover, onSignal, signalText, signalSoft } = accents[theme]
        const { deep, deepRaised, onDeep, onDeep2 } = deeps[theme]
        const pairs = [
          ...[signal, signalHover].map((background) => [onSignal, background]),
          ...[...surfaces[theme], signalSoft].map((background) => [signalText, background]),
          ...[deep, deepRaised].flatMap((background) => [onDeep, onDeep2].map((text) => [text, background])),
        ]
        for (const [text = '', background = ''] of pairs)
          expect(contrastOf(text, background), `${text} on ${background}`).toBeGreaterThanOrEqual(leastContrast)
      }
    }),
    { numRuns: 2000, examples: [['#000000'], ['#ffffff'], ['#ffff00'], ['#0000ff'], ['#00ff00'], ['#808080']] },
  )
})

test('an accent stays as it is if white text or our ink can be read on it', () => {
  for (const [color, text] of [
    ['#0f6e84', '#ffffff'],
    ['#ffcc00', '#0c2230'],
    ['#f2551a', '#0c2230'],
  ] as const)
    expect(accentsOf(color).light).toMatchObject({ signal: color, onSignal: text })
  expect(adaptAccent('#808080')).toEqual({ color: expect.not.stringMatching('#808080'), isAdapted: true })
})

test('a dark color stays as it is on dark surfaces, and a light one is darkened', () => {
  expect(adaptDeep('#0c2230')).toEqual({ color: '#0c2230', isAdapted: false })
  expect(adaptDeep('#ffcc00').isAdapted).toBe(true)
})
