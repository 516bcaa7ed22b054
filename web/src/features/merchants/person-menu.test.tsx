import type { ListedPerson } from '@bitquay/contract/merchants.people'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { drawSignedIn } from '../../../test/draw.tsx'
import { PersonActs } from './person-acts.ts'
import { PersonMenu } from './person-menu.tsx'

const owner: ListedPerson = {
  ...{ id: 1, kind: 'merchant', personId: 4, merchantId: 4, storeName: 'Kestrel', name: 'Kestrel', role: 'owner' },
  ...{ email: 'anna@kestrel.test', status: 'active', twoFactorEnabled: true, lastSeenAt: null, invitedUntil: null },
  createdAt: '2026-01-01T00:00:00.000Z',
}
const user: ListedPerson = { ...owner, kind: 'merchant-user', personId: 7, role: 'user', name: 'Ben' }

const open = async (given: ListedPerson) => {
  const ask = vi.fn()
  const drawn = drawSignedIn(
    <PersonActs value={ask}>
      <PersonMenu person={given} />
    </PersonActs>,
  )
  await drawn.person.click(screen.getByRole('button'))
  return { ...drawn, ask, items: screen.queryAllByRole('menuitem').map(({ textContent }) => textContent) }
}

test.each<[string, ListedPerson, string[]]>([
  [
    'an owner',
    owner,
    [
      'Recover access…Lost phone and codes. Waits 7 days',
      'Change email…Waits 24 hours, both addresses told',
      ...['Send password reset…', 'Deactivate…', 'Activity'],
    ],
  ],
  ['an inactive owner', { ...owner, status: 'inactive' }, ['Activate…', 'Activity']],
  [
    'a user',
    user,
    [
      'Recover access…Lost phone or codes',
      ...['Send password reset…', 'Change role or status…', 'Delete user…', 'Activity'],
    ],
  ],
  [
    'a user without a second factor',
    { ...user, twoFactorEnabled: false },
    ['Send password reset…', 'Change role or status…', 'Delete user…', 'Activity'],
  ],
])('the menu of %s', async (_who, given, expected) => {
  const { items } = await open(given)
  expect(items).toEqual(expected)
})

test.each(['invited', 'expired'] as const)(
  'someone who is %s gets the invitation again instead of a menu',
  async (status) => {
    const { ask, items } = await open({ ...user, status })
    expect(items).toEqual([])
    expect(ask).toHaveBeenCalledWith('invitation', { ...user, status })
  },
)
