import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { createOnce } from './use-idempotency-key.ts'

const lost = () => Promise.reject(new ApiError(0, 'The server could not be reached.'))
const keyOf = async (key: string) => key

/** The key that an order was sent with, however that ended. */
const sentWith = async <O>(once: ReturnType<typeof createOnce<O>>, order: O, end: () => Promise<unknown>) => {
  let used = ''
  const sent = once(order, (key) => {
    used = key
    return end()
  })
  await sent.catch(() => undefined)
  return used
}

it('gives every order a key of its own, and the same order another one once it is answered', async () => {
  const once = createOnce()
  const keys = [await once('a', keyOf), await once('a', keyOf), await once('b', keyOf)]
  expect(new Set(keys).size).toBe(3)
})

it('keeps the key of an order that has no answer, until it has one', async () => {
  const once = createOnce()
  const unanswered = [
    lost,
    () => Promise.reject(new ApiError(502, 'Bad Gateway')),
    () => Promise.reject(new ApiError(500, 'Something went wrong', { code: 'internal-error' })),
    () => Promise.reject(new ApiError(503, 'Not available right now', { code: 'unavailable' })),
    () => Promise.reject(new SyntaxError('Unexpected end of JSON input')),
  ]
  const keys = new Set<string>()
  for (const end of unanswered) keys.add(await sentWith(once, { usd: 5 }, end))
  keys.add(await once({ usd: 5 }, keyOf))
  expect(keys.size).toBe(1)
  expect(keys.has(await once({ usd: 5 }, keyOf))).toBe(false)
})

it('sends what the page itself added as it did at first, until there is an answer', async () => {
  const once = createOnce(({ usd }: { usd: number; fees?: number }) => usd)
  const key = await sentWith(once, { usd: 5 }, lost)
  const again = await once({ usd: 5, fees: 1 }, async (...sent) => sent)
  expect(again).toEqual([key, { usd: 5 }])
  const next = await once({ usd: 5, fees: 1 }, async (...sent) => sent)
  expect(next).toEqual([expect.not.stringMatching(key), { usd: 5, fees: 1 }])
})

it('takes a refusal for an answer', async () => {
  const once = createOnce()
  const refused = () => Promise.reject(new ApiError(503, 'Not now', { code: 'engine-unavailable' }))
  expect(await sentWith(once, 'a', refused)).not.toBe(await once('a', keyOf))
})

it('sends one order twice at once with one key, and an answer to another order does not take it away', async () => {
  const once = createOnce()
  let answer: (value: unknown) => void = () => undefined
  const first = sentWith(once, 'a', () => new Promise((resolve) => (answer = resolve)))
  const other = await sentWith(once, 'b', lost)
  answer('done')
  await first
  expect(await sentWith(once, 'b', lost)).toBe(other)
  const [one, two] = await Promise.all([once('c', keyOf), once('c', keyOf)])
  expect(one).toBe(two)
})
