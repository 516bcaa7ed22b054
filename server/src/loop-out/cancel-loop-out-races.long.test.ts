import { afterAll, describe, expect, test } from 'vitest'
import { codeOf, source, startLoopOuts } from '../../test/loop-outs.ts'
import { completeLoopOut, rejectLoopOut } from './decide-loop-out.ts'

const stage = await startLoopOuts()
const { money } = stage
await money.fund(money.platform, ...Array.from({ length: 50 }, () => 2_000_000n))
afterAll(() => money.close())

describe.each(['shared', 'own'] as const)('on a %s node', (node) => {
  const newStore = (name: string) => (node === 'own' ? stage.storeWithNode(name) : stage.storeWithLightning(name))
  const ends = { complete: 'completed', reject: 'rejected', cancel: 'cancelled', execute: 'executing' } as const

  test('of a cancellation and an admin’s decisions at the same time exactly one succeeds', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < 20; round++) {
      const store = await newStore(`race-${node}-${round}`)
      const before = await stage.accountsOf(store)
      const requested = await stage.request(store)
      const decision = { requestId: requested.id }
      const works: [keyof typeof ends, () => Promise<unknown>][] = [
        ['cancel', () => stage.cancel(store, requested.id)],
        ['execute', () => stage.execute(requested.id)],
        ['complete', () => completeLoopOut(money.deps, stage.admin, decision, source)],
        ['reject', () => rejectLoopOut(money.deps, stage.admin, { ...decision, reason: 'No' }, source)],
      ]
      // Each of them comes first in a round, and then they race.
      const turned = [...works.slice(round % works.length), ...works.slice(0, round % works.length)]
      const outcomes: string[] = []
      const run = async ([, work]: (typeof works)[number], index: number) => {
        outcomes[index] = await codeOf(work())
      }
      if (round < works.length && turned[0]) await run(turned[0], 0)
      const others = turned.map((work, index) => ({ work, index })).slice(outcomes.length)
      await Promise.all(others.map(({ work, index }) => run(work, index)))
      expect(outcomes.toSorted()).toEqual(['accepted', ...Array.from({ length: 3 }, () => 'loop-out-not-pending')])
      const winner = turned[outcomes.indexOf('accepted')]?.[0] ?? 'cancel'
      seen.add(winner)
      expect((await stage.read(requested.id))?.status).toBe(ends[winner])
      const after = await stage.accountsOf(store)
      expect(after.hold, winner).toBe(0n)
      expect(after.lightning, winner).toBe(winner === 'cancel' || winner === 'reject' ? before.lightning : 0n)
      expect(after.payable, winner).toBe(winner === 'execute' && node === 'shared' ? requested.amountSats : 0n)
    }
    expect([...seen].toSorted()).toEqual(Object.keys(ends).toSorted())
    await money.expectCleanAudit()
  })
})
