import { expect, test } from 'vitest'
import { readFigures, toTable } from './bench-figures.mjs'

const printed = [
  'a new invoice, this checkout / the other commit: 1.02  (at most 1.1; 15.3 and 15.0 ms)',
  'postings with 8 clients / pgbench: 0.71  (at least 0.8; 900 and 1200 a second)',
  'a payment on an open page with webhooks, p95: 2100 ms  (at most 2000 ms; of 10)',
  'memory at rest, ours / skeleton: 1.90',
].join('\n')

test('figures with a limit are read from what a benchmark prints', () => {
  expect(readFigures(printed)).toEqual([
    { what: 'a new invoice, this checkout / the other commit', shown: '1.02', limit: 'at most 1.1', isWithin: true },
    { what: 'postings with 8 clients / pgbench', shown: '0.71', limit: 'at least 0.8', isWithin: false },
    { what: 'a payment on an open page with webhooks, p95', shown: '2100 ms', limit: 'at most 2000', isWithin: false },
  ])
})

test('the table marks what is over its limit, and benchmarks that failed', () => {
  const table = toTable([
    { name: 'ledger', code: 1, figures: readFigures(printed) },
    { name: 'quiet', code: 1, figures: [] },
    { name: 'start', code: 0, figures: [] },
  ])
  expect(table.split('\n').map((line) => line.replace(/ {2,}/g, ' | '))).toEqual([
    ' | benchmark | figure | measured | limit',
    ' | ledger | a new invoice, this checkout / the other commit | 1.02 | at most 1.1',
    'OVER | ledger | postings with 8 clients / pgbench | 0.71 | at least 0.8',
    'OVER | ledger | a payment on an open page with webhooks, p95 | 2100 ms | at most 2000',
    'FAILED | quiet | see its lines above',
  ])
})
