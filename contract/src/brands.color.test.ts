import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adaptColor, contrastOf, leastContrast, paletteOf, type ShopColors } from './brands.color.ts'

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

test('every pair of text and background is readable, whatever color a shop chooses', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
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
