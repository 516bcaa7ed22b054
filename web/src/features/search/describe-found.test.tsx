import type { SearchResults } from '@bitquay/contract/search'
import { expect, test } from 'vitest'
import { describeFound } from './describe-found.tsx'

const merchant = (id: number) => ({ id, storeName: `Marlow ${id}`, email: null, isActive: true })
const person = { role: null, merchantName: null, status: 'active', twoFactorEnabled: false, lastSeenAt: null } as const
const found: SearchResults = {
  ...{ invoices: [], transactions: [], customers: [], applications: [], merchants: [1, 2, 3].map(merchant) },
  people: [
    { ...person, kind: 'admin', id: 1, name: 'Marit', email: 'marit@platform.test' },
    {
      ...person,
      kind: 'merchant',
      id: 4,
      name: 'Mara',
      email: 'mara@shop.test',
      role: 'owner',
      merchantName: 'Pelican',
    },
  ],
  partners: [{ id: 9, name: 'Mariner', email: 'dagny@mariner.test', sharePercentage: 33.33, isActive: true }],
  promoCodes: [{ id: 5, code: 'MARX-2RTA-9KCE', description: 'Thanks', state: 'active', expiresAt: null }],
}

test('an admin sees two lines of each group, in order, and where the others are', () => {
  const groups = describeFound(found, 'admin', 'mar').filter(({ options }) => options.length > 0)
  expect(groups.map(({ name, options }) => [name, ...options.map(({ title }) => title)])).toEqual([
    ['Merchants', 'Marlow 1', 'Marlow 2', 'All Merchants'],
    ['People', 'Marit', 'Mara'],
    ['Partners', 'Mariner'],
    ['Promo codes', 'MARX-2RTA-9KCE'],
  ])
  expect(groups.flatMap(({ options }) => options.map(({ to }) => to))).toEqual([
    ...['/admin/merchants?open=1', '/admin/merchants?open=2', '/admin/merchants?search=mar', '/admin/administrators'],
    ...['/admin/people?search=mara%40shop.test', '/admin/partners/9', '/admin/promo-codes?state=active'],
  ])
})

test('a partner sees all merchants that were found', () => {
  const [merchants] = describeFound(found, 'partner', 'mar')
  expect(merchants?.options).toHaveLength(3)
})
