import { readFileSync } from 'node:fs'
import { surfaces } from '@bitquay/contract/brands.color'
import { expect, test } from 'vitest'
import { drawStyle } from './draw-style.ts'

const tokens = readFileSync(new URL('../../../web/src/ui/tokens.css', import.meta.url), 'utf8')
const themes = {
  light: tokens.split('[data-theme="light"]')[1] ?? '',
  dark: tokens.split('\n[data-theme="dark"]')[1] ?? '',
}

test('contrast is computed with the surfaces of our pages', () => {
  for (const theme of ['light', 'dark'] as const) {
    const found = ['canvas', 'surface', 'raised', 'sunk', 'hover'].map(
      (name) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(themes[theme])?.[1],
    )
    expect(surfaces[theme], theme).toEqual(found)
  }
})

test('every property that a brand changes is one of ours', () => {
  const sheet = drawStyle({ logo: `/images/${'a'.repeat(40)}`, colors: { accent: '#0f6e84', deep: '#123456' } })
  const names = new Set([...sheet.matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name))
  expect(names.size).toBeGreaterThan(10)
  for (const name of names) expect(tokens, name).toContain(`${name}: `)
})
