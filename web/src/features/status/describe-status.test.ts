import { describe, expect, it } from 'vitest'
import { describeGateway, describeNetwork, describeSystem } from './describe-status.ts'
import type { Status } from './use-status.ts'

const now = new Date('2026-01-10T12:00:00Z')
const healthy: Status = {
  mode: 'sandbox',
  network: 'regtest',
  at: '2026-01-10T12:00:00Z',
  database: { ok: true, readOnlyAsOf: null },
  engine: { reachable: true, synced: true, latencyMs: 84, checkedAt: '2026-01-10T11:59:30Z' },
  engines: [],
  chain: { height: 2016, tipAt: '2026-01-10T11:56:00Z' },
  price: { at: '2026-01-10T11:59:22Z', stale: false },
  hooks: { lagSeconds: 1 },
}

describe('when all is well', () => {
  it('says what it measured', () => {
    expect(describeSystem(healthy, now)).toEqual({
      health: 'ok',
      state: 'All services up',
      detail: 'Prices updated 38 seconds ago',
    })
    expect(describeNetwork(healthy, now)).toEqual({
      health: 'ok',
      state: 'Synced',
      detail: 'Block 2,016, 4 minutes ago',
    })
    expect(describeGateway(healthy, now)).toEqual({
      health: 'ok',
      state: 'Connected',
      detail: 'Responds in 84 ms',
    })
  })
})

it('says how far webhooks are behind only if it is more than usual', () => {
  const detailOf = (lagSeconds: number) => describeGateway({ ...healthy, hooks: { lagSeconds } }, now).detail
  expect(detailOf(9)).toBe('Responds in 84 ms')
  expect(detailOf(42)).toBe('Responds in 84 ms, webhooks 42 s behind')
})

describe('what was never measured', () => {
  it('is not invented', () => {
    const fresh: Status = {
      ...healthy,
      engine: { reachable: false, synced: false, latencyMs: null, checkedAt: null },
      chain: { height: null, tipAt: null },
      price: { at: null, stale: true },
      hooks: { lagSeconds: null },
    }
    expect(describeSystem(fresh, now).health).toBe('wait')
    expect(describeNetwork(fresh, now)).toEqual({ health: 'bad', state: 'Not reachable', detail: 'No blocks yet' })
    expect(describeGateway(fresh, now)).toEqual({ health: 'bad', state: 'Not connected', detail: 'Never connected' })
  })
})

it('tells a database that is down from a price that is old', () => {
  const database = { ok: true, readOnlyAsOf: healthy.at }
  expect(describeSystem({ ...healthy, database }, now)).toMatchObject({
    health: 'wait',
    state: 'Nothing can be changed right now',
  })
  expect(describeSystem({ ...healthy, database: { ok: false, readOnlyAsOf: null } }, now).health).toBe('bad')
  expect(describeSystem({ ...healthy, price: { ...healthy.price, stale: true } }, now).state).toBe(
    'Prices are out of date',
  )
})

it('does not call all services up while the gateway is down', () => {
  const down = { ...healthy, engine: { ...healthy.engine, reachable: false } }
  expect(describeSystem(down, now)).toMatchObject({ health: 'wait', state: 'Payments interrupted' })
})
