import { it } from 'vitest'
import { liveRandomly } from './testing/random-life.ts'

const seeds = Array.from({ length: 15 }, (_, at) => `long-${at}`)

it.each(seeds)('invoices and their events agree after random actions (%s)', (seed) => liveRandomly(seed, 150))
