import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fill, owner, show } from '../../../test/draw.tsx'
import SecurityPage from './pages/security.tsx'

const read = 'GET /api/merchant/security'
const renew = 'POST /api/merchant/recovery-codes'
const security = (twoFactorEnabled: boolean, recoveryCodesLeft = 10) => ({
  ...{ twoFactorEnabled, recoveryCodesLeft, lastPasswordChange: '2026-10-25T09:00:00.000Z' },
})
const answers = { [read]: security(false), 'GET /api/auth/sessions': [] }
const region = async (name: string) => within(await screen.findByRole('region', { name }))

it('is about two-factor until it is on, with one act that stands out', async () => {
  show(<SecurityPage />, { user: owner, answers })
  const first = await region('Two-Factor Authentication')
  expect(first.getByText('Do this first, 2 minutes')).toBeTruthy()
  expect(first.getAllByRole('listitem')).toHaveLength(3)
  expect(first.getByText('Save ten recovery codes in case you lose your phone.')).toBeTruthy()
  const standingOut = [...document.querySelectorAll('.btn--signal')].map(({ textContent }) => textContent)
  expect(standingOut).toEqual(['Enable 2FA'])
  expect((await region('Recovery codes')).getByText(/You get ten codes/)).toBeTruthy()
  expect(screen.queryByText('Passkeys')).toBeNull()
})

it('shrinks to two rows once it is on, and its advice is gone', async () => {
  show(<SecurityPage />, { user: owner, answers: { ...answers, [read]: security(true) } })
  const card = await region('Two-Factor Authentication')
  expect(card.getByText('On')).toBeTruthy()
  expect(card.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.queryByText('Turn on two-factor')).toBeNull()
  expect((await region('Recovery codes')).getByText('10 of 10 left')).toBeTruthy()
})

it('warns when few recovery codes are left, and shows new ones once', async () => {
  const recoveryCodes = Array.from({ length: 10 }, (_, place) => `code-${place}`)
  const few = { ...answers, [read]: security(true, 2), [renew]: { message: 'ok', recoveryCodes } }
  const { person } = show(<SecurityPage />, { user: owner, answers: few })
  const card = await region('Recovery codes')
  expect(card.getByText(/Only 2 recovery codes left/)).toBeTruthy()
  await person.click(card.getByRole('button', { name: 'New recovery codes' }))
  const dialog = within(await screen.findByRole('dialog'))
  await fill(person, dialog.getByLabelText('2FA code'), '000000')
  await person.click(dialog.getByRole('button', { name: 'Create new codes' }))
  expect(await screen.findByText('code-9')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'I saved them' }))
  expect(screen.queryByText('code-9')).toBeNull()
})
