import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Bucket } from './add-up-days.ts'
import { ReceivedChart } from './received-chart.tsx'

const bucketOf = (day: string, gross: bigint): Bucket => ({
  ...{ from: day, to: day, gross, fees: 0n, net: gross, pending: 0n, sent: 0n, count: 1 },
})
const draw = (amounts: readonly bigint[]) => {
  const buckets = amounts.map((gross, place) => bucketOf(`2026-11-${String(place + 10)}`, gross))
  const { container, unmount } = render(
    <ReceivedChart buckets={buckets} previous={[]} today="2026-11-30" daysPerBucket={1} />,
  )
  const shown = {
    axis: [...container.querySelectorAll('.axis span')].map(({ textContent }) => textContent),
    columns: [...container.querySelectorAll('.col')].map((column) => column.querySelector('i')?.className),
    heights: [...container.querySelectorAll<HTMLElement>('.solid')].map(({ style }) => Number.parseFloat(style.height)),
  }
  unmount()
  return shown
}

test('a day without payments is drawn as zero, and the axis fits the tallest day', () => {
  const { axis, columns, heights } = draw([100_00n, 0n, 501_00n, 0n, 0n, 20_00n, 50_00n])
  expect(columns).toEqual(['solid', 'zero', 'solid', 'zero', 'zero', 'solid', 'solid'])
  expect(axis).toEqual(['$0', '$200', '$400', '$600'])
  // The plot is 248 pixels high.
  expect(Math.max(...heights)).toBeGreaterThan(140)
  expect(Math.max(...heights)).toBeLessThanOrEqual(220)
})

test('amounts below a dollar have an axis of their own', () => {
  expect(draw([1_50n, 0n]).axis).toEqual(['$0', '$0.60', '$1.20', '$1.80'])
})

test('a period without any payment has a free place for each day', () => {
  expect(draw([0n, 0n]).columns).toEqual(['berth', 'berth'])
})
