import type { PublicLink } from '@bitquay/contract/payment-links'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fill, show } from '../../../../test/draw.tsx'
import { LinkPage } from './link-page.tsx'
import { PayForm } from './pay-form.tsx'

const link: PublicLink = {
  ...{ slug: 's', storeName: 'Kestrel', title: 'Rope', description: null, status: 'active', imageUrl: null },
  brand: { color: null, logoUrl: null, supportContact: null, phone: null, place: null },
  ...{ currency: 'USD', amount: '14.10', minAmount: null, maxAmount: null, maxQuantity: 3, tips: ['2.00'], left: 14 },
  ...{ askName: 'no', askEmail: 'no', askNote: 'no' },
}
const open = (change: Partial<PublicLink> = {}) =>
  show(<PayForm link={{ ...link, ...change }} attempt={{ action: '/p/s', token: 't', values: {} }} />).person
const button = (name: string) => screen.findByRole('button', { name })

it('adds up while it is filled in, and the button names the sum', async () => {
  const user = open()
  await button('Pay $14.10 with Bitcoin')
  await user.click(screen.getByRole('button', { name: 'One more' }))
  await user.click(screen.getByRole('radio', { name: '$2.00' }))
  await button('Pay $30.20 with Bitcoin')
  expect(screen.getByText('2 × $14.10')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Other' }))
  await user.type(screen.getByLabelText('Your tip in USD'), '1,000.5')
  await button('Pay $1,028.70 with Bitcoin')
  await user.click(screen.getByRole('button', { name: 'One more' }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'One more' }).disabled).toBe(true)
  await button('Pay $1,042.80 with Bitcoin')
})

it('names no sum while what is entered can’t be added up', async () => {
  const user = open()
  const field = screen.getByLabelText('Quantity')
  for (const wrong of ['0', '4', 'x', '1.5']) {
    await fill(user, field, wrong)
    await button('Continue to payment')
  }
  await fill(user, field, '3')
  await button('Pay $42.30 with Bitcoin')
})

it('asks for nothing that the link doesn’t sell', () => {
  open({ maxQuantity: 1, tips: [] })
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay $14.10 with Bitcoin' }).disabled).toBe(false)
})

it('says where the shop is and how to call it, also once the link takes no payments', () => {
  const attempt = { action: '/p/s', token: 't', values: {} }
  const brand = { ...link.brand, phone: '+1 207 555 0142', place: '14 Wharf Street, Portland' }
  const { unmount } = show(<LinkPage link={{ ...link, brand, status: 'paused' }} attempt={attempt} />)
  expect(screen.getByText('14 Wharf Street, Portland')).toBeTruthy()
  expect(screen.getByRole('link', { name: '+1 207 555 0142' }).getAttribute('href')).toBe('tel:+12075550142')
  unmount()
  show(<LinkPage link={{ ...link, left: null }} attempt={attempt} />)
  expect(within(screen.getByRole('main')).queryByRole('listitem')).toBeNull()
})
