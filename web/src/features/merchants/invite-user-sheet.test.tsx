import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { drawSignedIn } from '../../../test/draw.tsx'
import { InviteUserSheet } from './invite-user-sheet.tsx'

const stores = [
  { merchantId: 4, storeName: 'Kestrel Arcade' },
  { merchantId: 9, storeName: 'Tidewater Games' },
]
const path = '/api/admin/merchants/9/users'
const created = { id: 1, merchantId: 9, name: 'Lea', email: 'lea@tidewater.test', role: 'user', isActive: true }

test('says what is missing, and sends an invitation without a password', async () => {
  const onClose = vi.fn()
  const { sent, person } = drawSignedIn(<InviteUserSheet chosen={undefined} onClose={onClose} />, {
    answers: { 'GET /api/admin/stores': stores, [`POST ${path}`]: created },
  })
  await screen.findByRole('option', { name: 'Tidewater Games' })
  await person.click(screen.getByRole('button', { name: 'Send invitation' }))
  for (const message of ['Name is required', 'Invalid email address'])
    expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getAllByRole('alert')).toHaveLength(3)
  expect(screen.queryByLabelText('Password')).toBeNull()

  await person.selectOptions(screen.getByLabelText('Merchant'), 'Tidewater Games')
  await person.type(screen.getByLabelText('Email'), 'Lea@tidewater.test')
  await person.type(screen.getByLabelText('Name'), 'Lea')
  await person.click(screen.getByRole('button', { name: 'Send invitation' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  const { body } = sent.find(({ call }) => call === `POST ${path}`) ?? {}
  expect(body).toEqual({ merchantId: 9, name: 'Lea', email: 'lea@tidewater.test', role: 'user' })
})

test('starts with the merchant whose people are shown', async () => {
  drawSignedIn(<InviteUserSheet chosen={{ merchantId: 77, storeName: 'Zephyr' }} onClose={() => undefined} />, {
    answers: { 'GET /api/admin/stores': stores },
  })
  await screen.findByRole('option', { name: 'Kestrel Arcade' })
  expect(screen.getByLabelText<HTMLSelectElement>('Merchant').value).toBe('77')
})
