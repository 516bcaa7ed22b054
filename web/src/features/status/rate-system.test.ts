import type { ComponentState } from '@bitquay/contract/status'
import { expect, it } from 'vitest'
import { rateSystem } from './rate-system.ts'

const rate = (...states: [state: ComponentState, uptimePercent: number | null][]) =>
  rateSystem(states.map(([state, uptimePercent]) => ({ component: 'email', state, uptimePercent, days: [] })))

it('is as healthy as its worst component', () => {
  expect(rate(['operational', 100], ['operational', 99.9])).toBe('operational')
  expect(rate(['operational', 100], ['degraded', 99.9])).toBe('degraded')
  expect(rate(['down', 90], ['degraded', 99.9])).toBe('down')
})

it('does not call everything operational while a component is no longer measured', () => {
  expect(rate(['operational', 100], ['no-data', 99.9])).toBe('unknown')
  expect(rate(['degraded', 100], ['no-data', 99.9])).toBe('degraded')
})

it('ignores a component that was never measured', () => {
  expect(rate(['operational', 100], ['no-data', null])).toBe('operational')
  expect(rate(['no-data', null], ['no-data', null])).toBe('never-checked')
})

it('shows the impact of an incident on a component without data', () => {
  expect(rate(['down', null], ['operational', 100])).toBe('down')
})
