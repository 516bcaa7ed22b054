import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dismissToast, readToasts, toast } from './toast-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('holds one toast, the newest', () => {
  toast({ title: 'first' })
  toast({ title: 'second', kind: 'bad' })
  expect(readToasts().map(({ title, open }) => [title, open])).toEqual([['second', true]])
})

it('keeps a dismissed toast for 1,000,000 ms', () => {
  toast({ title: 'gone soon' })
  const [shown] = readToasts()
  if (!shown) throw new Error('no toast')
  dismissToast(shown.id)
  expect(readToasts()[0]?.open).toBe(false)
  vi.advanceTimersByTime(999_999)
  expect(readToasts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(readToasts()).toHaveLength(0)
})
