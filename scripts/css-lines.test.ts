import { expect, test } from 'vitest'
import { compareLines, lowerLimits } from './css-lines.mjs'

const limits = { 'features/docs': 500, ui: 3000 }

test('as many lines as written down are fine', () => {
  expect(compareLines({ 'features/docs': 500, ui: 3000 }, limits)).toEqual([])
})

test('one line more is found', () => {
  expect(compareLines({ 'features/docs': 501, ui: 3000 }, limits)).toEqual([
    'features/docs has 501 lines of CSS, 500 are allowed (scripts/css-lines.json)',
  ])
})

test('the first style sheet of a feature is found', () => {
  expect(compareLines({ 'features/docs': 500, 'features/new': 9, ui: 3000 }, limits)).toEqual([
    'features/new has 9 lines of CSS, 0 are allowed (scripts/css-lines.json)',
  ])
})

test('fewer lines are to be written down, so that they can’t come back', () => {
  expect(compareLines({ 'features/docs': 480, ui: 3000 }, limits)).toEqual([
    'features/docs has 480 lines of CSS instead of 500: node scripts/css-lines.mjs',
  ])
})

test('what is written down falls and never rises', () => {
  expect(lowerLimits({ 'features/docs': 480, ui: 3001 }, limits)).toEqual({ 'features/docs': 480, ui: 3000 })
})

test('a feature without styles is no longer listed', () => {
  expect(lowerLimits({ ui: 3000 }, limits)).toEqual({ ui: 3000 })
})
