import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

/** Work that ends when the test says so. */
const controlled = () => {
  const started: number[] = []
  const end = new Map<number, (error?: Error) => void>()
  const begin = (number: number) => () => {
    started.push(number)
    return new Promise<number>((resolve, reject) => {
      end.set(number, (error) => (error ? reject(error) : resolve(number)))
    })
  }
  return { started, begin, end: (number: number, error?: Error) => end.get(number)?.(error) }
}

test('runs at most the given number at once and the others in order of arrival', async () => {
  const limit = createConcurrencyLimit(2)
  const { started, begin, end } = controlled()
  const results = [1, 2, 3, 4].map((number) => limit.run(begin(number)))
  expect([started, limit.waiting()]).toEqual([[1, 2], 2])
  end(2)
  await results[1]
  await expect.poll(() => started).toEqual([1, 2, 3])
  expect(limit.waiting()).toBe(1)
  end(1)
  await expect.poll(() => started).toEqual([1, 2, 3, 4])
  end(3)
  end(4)
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4])
})

test('failed work passes its slot to the next', async () => {
  const limit = createConcurrencyLimit(1)
  const { started, begin, end } = controlled()
  const [failing, next] = [limit.run(begin(1)), limit.run(begin(2))]
  end(1, new Error('broken'))
  await expect(failing).rejects.toThrow('broken')
  await expect.poll(() => started).toEqual([1, 2])
  end(2)
  expect(await next).toBe(2)
})

test('a slot that is passed on is not taken by somebody who came later', async () => {
  const limit = createConcurrencyLimit(1)
  const { started, begin, end } = controlled()
  const first = limit.run(begin(1))
  const second = limit.run(begin(2))
  end(1)
  await first
  const third = limit.run(begin(3))
  await expect.poll(() => started).toEqual([1, 2])
  end(2)
  await second
  await expect.poll(() => started).toEqual([1, 2, 3])
  end(3)
  expect(await third).toBe(3)
})
