import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../../test/draw.tsx'
import { PullPaymentStatus } from './pull-payment-status.tsx'

const refund = {
  ...{ storeName: 'Kestrel', status: 'offered' as const, awaitingApproval: false, txid: null },
  brand: { color: null, logoUrl: null, supportContact: null, phone: null, place: null },
}

it.each([
  ['1020.00', 'USD', '$1,020.00'],
  ['0.00090000', 'BTC', '0.00090000 BTC'],
])('writes %s %s as customers read it', (amount, currency, shown) => {
  show(<PullPaymentStatus refund={{ ...refund, amount, currency, amountBtc: '0.00090000' }} />)
  expect(screen.getByText(shown)).toBeTruthy()
  expect(screen.getByText('Unclaimed')).toBeTruthy()
})
