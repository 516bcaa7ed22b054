import type { Admin } from '@bitquay/contract/accounts.admins'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { drawSignedIn } from '../../../test/draw.tsx'
import { AdminsCard } from './admins-card.tsx'
import { MissingTwoFactor } from './missing-two-factor.tsx'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const ada: Admin = {
  ...{
    id: 1,
    name: 'Ada',
    email: 'ada@platform.test',
    isActive: true,
    twoFactorEnabled: true,
    invited: false,
    isYou: true,
  },
  ...{ lastSeenAt: daysAgo(0), invitedUntil: null, createdAt: daysAgo(300) },
}
const other = (id: number, name: string, given: Partial<Admin>): Admin => ({
  ...{ ...ada, id, name, email: `${name.toLowerCase()}@platform.test`, isYou: false },
  ...given,
})
const admins = [
  ada,
  other(2, 'Ruth', { twoFactorEnabled: false, lastSeenAt: daysAgo(4) }),
  other(3, 'Oskar', { lastSeenAt: daysAgo(74) }),
  other(4, 'Ilse', { invited: true, twoFactorEnabled: false, lastSeenAt: null, invitedUntil: daysAgo(-4) }),
  other(5, 'Finn', { invited: true, twoFactorEnabled: false, lastSeenAt: null }),
  other(6, 'Hana', { lastSeenAt: daysAgo(59) }),
]

test('marks admins without two-factor, and those who were not seen for 60 days', async () => {
  drawSignedIn(
    <>
      <MissingTwoFactor />
      <AdminsCard />
    </>,
    { answers: { 'GET /api/admin/admins': admins } },
  )
  const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }))
  expect((await row('Ada')).getByText('Active')).toBeTruthy()
  expect((await row('Ruth')).getByText('Off')).toBeTruthy()
  expect((await row('Oskar')).getByText('Not seen')).toBeTruthy()
  expect((await row('Oskar')).getByText('74 days ago')).toBeTruthy()
  expect((await row('Hana')).getByText('Active')).toBeTruthy()
  expect((await row('Ilse')).getByText('Invited')).toBeTruthy()
  expect((await row('Finn')).getAllByText('Expired')).toHaveLength(2)
  // Invited people have nothing to turn on yet.
  const notice = screen.getByRole('note')
  expect(notice.textContent).toContain('1 admin has no two-factor.')
  expect(notice.textContent).toContain('Ruth')
  expect(screen.getByText(/^3 of 6 can act on money/)).toBeTruthy()
})
