import { it } from 'vitest'
import { liveRandomly } from './testing/random-life.ts'

it.each(['a', 'b'])('whatever happens, invoices and their events agree (%s)', (seed) => liveRandomly(seed, 40))
