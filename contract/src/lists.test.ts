import { expect, test } from 'vitest'
import { z } from 'zod'
import { period, sortBy, timeZone } from './lists.ts'

test('a time zone is a name that both sides know', () => {
  for (const name of ['UTC', 'Europe/Berlin', 'America/St_Johns']) expect(timeZone.safeParse(name).success).toBe(true)
  for (const name of ['', '+02:00', 'IST', 'Mars/Olympus', "UTC'; select 1"])
    expect(timeZone.safeParse(name).success).toBe(false)
})

test('a range takes dates and times', () => {
  const range = z.strictObject(period)
  expect(range.safeParse({ from: '2026-11-01', to: '2026-11-30', tz: 'Asia/Tokyo' }).success).toBe(true)
  expect(range.safeParse({ from: '2026-11-01T10:00:00Z', to: '2026-11-01T10:00:00+02:00' }).success).toBe(true)
  expect(range.safeParse({ from: '2026-02-30' }).success).toBe(false)
  expect(range.safeParse({ from: 'yesterday' }).success).toBe(false)
  expect(range.safeParse({ from: '0000-01-01' }).success).toBe(false)
  expect(range.safeParse({ from: '2026-11-01T10:00:00+16:00' }).success).toBe(false)
})

test('a list sorts by its own fields only, up or down', () => {
  const sort = sortBy('date', 'gross')
  for (const by of ['date', '-date', 'gross', '-gross', undefined]) expect(sort.safeParse(by).success).toBe(true)
  for (const by of ['net', '--date', '']) expect(sort.safeParse(by).success).toBe(false)
})
