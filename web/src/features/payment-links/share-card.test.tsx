import type { PaymentLink } from '@bitquay/contract/payment-links'
import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { owner, show } from '../../../test/draw.tsx'
import PaymentLinkPage from './pages/merchant-details.tsx'

const link: PaymentLink = {
  ...{ id: 7, slug: 'abc', url: 'https://pay.example.test/p/abc', title: 'Beans & more', description: null },
  ...{ currency: 'USD', amount: '14.00', minAmount: null, maxAmount: null, maxQuantity: 10, tips: ['2.00', '5.00'] },
  ...{ askName: 'no', askEmail: 'optional', askNote: 'optional', imageUrl: null, maxPayments: 50, left: 14 },
  ...{ expiresAt: null, paused: false, status: 'active', invoices: 43, payments: 41, receivedBtc: '0.01000000' },
  ...{
    receivedUsd: '1204.00',
    createdBy: 'ada',
    createdAt: '2026-10-30T10:00:00.000Z',
    updatedAt: '2026-10-30T10:00:00.000Z',
  },
}
const open = (user = owner) =>
  show(
    <Routes>
      <Route path="/merchant/payment-links/:linkId" element={<PaymentLinkPage />} />
    </Routes>,
    {
      at: '/merchant/payment-links/7',
      user,
      answers: { 'GET /api/merchant/payment-links/7': link },
    },
  )

it('shares the link with the person’s own apps', async () => {
  open()
  const share = await screen.findByRole('heading', { name: 'Share' })
  const card = within(share.closest('section') as HTMLElement)
  const hrefOf = (name: string) => card.getByRole('link', { name }).getAttribute('href')
  const url = encodeURIComponent(link.url)
  expect(hrefOf('Email')).toBe(`mailto:?subject=Beans%20%26%20more&body=${url}`)
  expect(hrefOf('Text message')).toBe(`sms:?&body=Beans%20%26%20more%0A${url}`)
  expect(hrefOf('WhatsApp')).toBe(`https://wa.me/?text=Beans%20%26%20more%0A${url}`)
  expect(card.getByRole<HTMLButtonElement>('button', { name: 'QR image' }).disabled).toBe(false)
  expect(card.getByRole<HTMLButtonElement>('button', { name: 'Embed code' }).disabled).toBe(false)
})

it('says what the link sold and what it asks for', async () => {
  open()
  for (const text of ['$14.00 each, up to 10', '$2.00, $5.00 or other', '14 of 50 left', '41', '43']) {
    expect(await screen.findByText(text)).toBeTruthy()
  }
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add picture' }).disabled).toBe(false)
})

it('draws the poster for each paper', async () => {
  const { person: user } = open()
  const poster = await screen.findByRole('region', { name: 'Poster' })
  expect(within(poster).getByText('pay.example.test/p/abc')).toBeTruthy()
  for (const [name, paper] of [
    ['A4', 'a4'],
    ['Card', 'card'],
    ['Letter', 'letter'],
  ] as const) {
    await user.click(screen.getByRole('button', { name }))
    expect(poster.dataset.paper).toBe(paper)
  }
})

it('lets people without the right look only', async () => {
  open({ ...owner, role: 'user' })
  await screen.findByText('14 of 50 left')
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add picture' })).toBeNull()
})
