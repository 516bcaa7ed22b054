import { it } from 'vitest'
import { liveRandomly } from './testing/random-life.ts'

it.each(['a', 'b'])('invoices and their events agree after random actions (%s)', (seed) => liveRandomly(seed, 40))
