import { it } from 'vitest'
import { liveRandomly } from './testing/random-life.ts'

const seeds = Array.from({ length: 15 }, (_, at) => `long-${at}`)

it.each(seeds)('whatever happens, invoices and their events agree (%s)', (seed) => liveRandomly(seed, 150))
