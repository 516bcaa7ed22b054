import type { ListedPerson } from '@bitquay/contract/merchants.people'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Asked, drawSignedIn } from '../../../test/draw.tsx'
import PeoplePage from './pages/admin-people.tsx'

const person: ListedPerson = {
  ...{ id: 5, kind: 'merchant-user', personId: 9, merchantId: 3, storeName: 'Kestrel Arcade', role: 'user' },
  ...{ name: 'Priya', email: 'priya@kestrel.test', status: 'active', twoFactorEnabled: false, lastSeenAt: null },
  ...{ invitedUntil: null, createdAt: '2026-11-10T08:00:00.000Z' },
}

const draw = (at: string) =>
  drawSignedIn(<PeoplePage />, {
    at,
    answers: {
      'GET /api/admin/people': ({ query }: Asked) =>
        query.get('merchantId') === '3' ? [person] : [person, { ...person, id: 6, name: 'Ola', merchantId: 4 }],
      'GET /api/admin/people/summary': {
        filtered: 1,
        views: { all: 1, owners: 0, twoFactorOff: 1, invited: 0, expired: 0, inactive: 0 },
      },
      'GET /api/admin/stores': [{ merchantId: 3, storeName: 'Kestrel Arcade' }],
      'GET /api/admin/admins': [],
      'GET /api/auth/preferences': { views: [], hiddenColumns: {}, shortcuts: true, timeZone: 'UTC' },
    },
  })

const rows = () => document.querySelectorAll('[data-row]').length

test.each(['/admin/people?merchant=3', '/admin/merchant-users?merchant=3'])(
  'the people of one merchant at %s are a filter, which shows everyone when it is removed',
  async (at) => {
    const { person: user, askedFor, address } = draw(at)
    await screen.findByText('Priya')
    expect(rows()).toBe(1)
    for (const { query } of askedFor('GET /api/admin/people')) expect(query.get('merchantId')).toBe('3')
    await user.click(await screen.findByRole('button', { name: 'Remove filter: Merchant' }))
    await expect.poll(rows).toBe(2)
    expect(address()).not.toContain('merchant=3')
  },
)
