import { expect, test } from 'vitest'
import { checkFixedSleeps, findFixedSleeps } from './fixed-sleeps.mjs'

/** Joins the parts of a line, so that this file doesn't contain what the check looks for. */
const join = (...parts: string[]) => parts.join('')
const sleep = join('  await sle', 'ep(1500)')
const timer = join('  await new Pro', 'mise((resolve) => setTimeout(resolve, 100))')
const timeout = join('  await page.wait', 'ForTimeout(500)')
const secondTry = join('  ret', 'ries: 1,')

test.each([sleep, timer, timeout])('a fixed sleep is found: %s', (line) => {
  expect(findFixedSleeps(`test('x', async () => {\n${line}\n})`)).toEqual(['2 sleeps for a fixed time'])
})

test('a retry is found', () => {
  expect(findFixedSleeps(secondTry)).toEqual(['1 is retried'])
})

test('a sleep between two checks of a condition is allowed', () => {
  expect(findFixedSleeps('for (const started = Date.now(); !isReady(); await sleep(50)) requireTime(started)')).toEqual(
    [],
  )
})

test('no test of the project sleeps for a fixed time or is retried', () => {
  expect(checkFixedSleeps()).toEqual([])
})
