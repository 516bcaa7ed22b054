import { expect, test } from 'vitest'
import { listActions, listPages } from './portal-options.tsx'

const titles = (person: Parameters<typeof listPages>[0]) => ({
  pages: listPages(person, []).map(({ title }) => title),
  actions: listActions(person, []).map(({ title }) => title),
})

test('a cashier is offered to create an invoice, but not to send', () => {
  const { pages, actions } = titles({ type: 'merchant', role: 'user' })
  expect(actions).toEqual(['Create Invoice'])
  expect(pages).toContain('Payment Links')
  expect(pages).not.toContain('Send Payment')
})

test.each(['owner', 'admin'] as const)('the %s of a store is offered every action', (role) => {
  expect(titles({ type: 'merchant', role }).actions).toEqual(['Create Invoice', 'New payment link', 'Send Payment'])
})

test.each(['merchant', 'partner', 'admin'] as const)('the %s portal lists nothing twice', (type) => {
  const { pages, actions } = titles({ type, role: undefined })
  expect(pages.length).toBeGreaterThan(3)
  expect(actions.length).toBeGreaterThan(0)
  expect(new Set([...pages, ...actions]).size).toBe(pages.length + actions.length)
})
