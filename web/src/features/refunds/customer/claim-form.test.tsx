import type { RefundClaim } from '@bitquay/contract/refunds'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fill, refusal, show } from '../../../../test/draw.tsx'
import { ClaimForm } from './claim-form.tsx'

const claim = {
  storeName: 'Kestrel Arcade',
  status: 'offered',
  amount: '20.00',
  currency: 'USD',
  amountBtc: '0.00020000',
} as RefundClaim
const call = 'POST /api/refunds/claim'
const valid = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

const open = (answers: Record<string, unknown> = {}) => {
  const onClaim = vi.fn()
  const form = <ClaimForm token="secret" claim={claim} attempt={{}} network="mainnet" onClaim={onClaim} />
  return { onClaim, ...show(form, { answers }) }
}

it.each([
  [valid, 'Valid Bitcoin address'],
  [`bitcoin:${valid}?amount=0.0002`, 'Valid Bitcoin address'],
  [`${valid.slice(0, -1)}5`, 'This address has a typo'],
  ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'This address is for test money. Use one for real bitcoin.'],
  ['lnbc200u1p40mapy', 'This is a Lightning invoice. Enter a Bitcoin address instead.'],
  ['ana@wallet.example', 'This is an email or Lightning Address. Enter a Bitcoin address instead.'],
  [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    'This isn’t a Bitcoin address. Copy one from your wallet’s Receive screen.',
  ],
  [
    Array.from({ length: 12 }, () => 'abandon').join(' '),
    'Never share a recovery phrase or private key. Enter a Bitcoin address instead.',
  ],
])('says of %s while it is typed: %s', async (typed, sentence) => {
  const { person } = open()
  await fill(person, screen.getByLabelText('Your Bitcoin address'), typed)
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(sentence))
})

it('leaves the decision to the server', async () => {
  const message = 'Please enter a valid Bitcoin address'
  const { person, onClaim, askedFor, answer } = open({ [call]: refusal(400, 'invalid-address', message) })
  await fill(person, screen.getByLabelText('Your Bitcoin address'), valid)
  await person.click(screen.getByRole('button', { name: 'Claim $20.00' }))
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(onClaim).not.toHaveBeenCalled()
  // What the page takes for a mistake is sent too.
  await fill(person, screen.getByLabelText('Your Bitcoin address'), `${valid.slice(0, -1)}5`)
  answer(call, { ...claim, status: 'claimed' })
  await person.click(screen.getByRole('button', { name: 'Claim $20.00' }))
  await waitFor(() => expect(onClaim).toHaveBeenCalled())
  expect(askedFor(call).map(({ body }) => body)).toEqual([
    { token: 'secret', address: valid },
    { token: 'secret', address: `${valid.slice(0, -1)}5` },
  ])
})
