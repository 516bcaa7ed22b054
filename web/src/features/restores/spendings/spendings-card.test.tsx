import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { drawSignedIn, refusal } from '../../../../test/draw.tsx'
import { SpendingsCard } from './spendings-card.tsx'

const txid = 'ab'.repeat(32)
const spending = { txid, amountBtc: '0.02000000', seenAt: '2026-11-18T10:00:00.000Z', partnerId: null }
const sends = [{ id: 7, kind: 'payout', owner: 'Nora Partner' }]
const decideCall = `POST /api/admin/platform-wallet/spendings/${txid}`

const draw = (answers: Record<string, unknown> = {}) =>
  drawSignedIn(<SpendingsCard />, {
    answers: {
      'GET /api/admin/platform-wallet/spendings': { spendings: [{ ...spending, sends }], waiting: 3 },
      'GET /api/admin/partners': [{ id: 4, name: 'Nora Partner' }],
      [decideCall]: { message: 'Saved' },
      'POST /api/admin/platform-wallet/review': { message: 'The review has started.' },
      ...answers,
    },
  })
const explain = async ({ person }: ReturnType<typeof draw>, as: string, confirm = 'Save') => {
  await person.click(await screen.findByRole('button', { name: 'Explain abababababab' }))
  const dialog = within(screen.getByRole('dialog', { name: 'What was this payment?' }))
  // Nothing is chosen beforehand.
  expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await person.selectOptions(dialog.getByRole('combobox', { name: 'What it was' }), as)
  return { dialog, send: () => person.click(dialog.getByRole('button', { name: confirm })) }
}

test('it says what waits and why, and what each answer sends', async () => {
  const drawn = draw()
  const card = within(await screen.findByRole('region', { name: 'Payments nobody asked for' }))
  card.getByText(/3 payments of the platform wallet wait until you say/)
  card.getByText(/keys may be stolen/)
  for (const [as, body] of [
    ['Payout #7 of Nora Partner', { as: 'send', sendId: 7 }],
    ['Spent by the admins', { as: 'own' }],
  ] as const) {
    await (await explain(drawn, as)).send()
    await screen.findAllByText('Payment explained')
    expect(drawn.sent.findLast(({ call }) => call === decideCall)?.body).toEqual(body)
  }
})

test('a payout to a partner names the partner, and unknown money starts a review with a warning', async () => {
  const drawn = draw()
  const payout = await explain(drawn, 'A payout to a partner')
  expect(payout.dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await payout.dialog.findByRole('option', { name: 'Nora Partner' })
  await drawn.person.selectOptions(payout.dialog.getByRole('combobox', { name: 'Partner' }), 'Nora Partner')
  await payout.send()
  await screen.findByText('Payment explained')
  expect(drawn.sent.findLast(({ call }) => call === decideCall)?.body).toEqual({ as: 'payout', partnerId: 4 })

  const review = await explain(drawn, 'Unknown: records are missing', 'Start the review')
  review.dialog.getByText(/everybody is signed out, you too/)
  await review.send()
  expect(drawn.askedFor('POST /api/admin/platform-wallet/review')).toHaveLength(1)
})

test('a refusal stays in the dialog with its reason', async () => {
  const drawn = draw({ [decideCall]: refusal(409, 'send-not-resolvable', 'This transaction paid another amount.') })
  const { dialog, send } = await explain(drawn, 'Payout #7 of Nora Partner')
  await send()
  await screen.findByText('This transaction paid another amount.')
  dialog.getByRole('combobox', { name: 'What it was' })
})

test('nothing is shown while everything is explained', async () => {
  const drawn = draw({ 'GET /api/admin/platform-wallet/spendings': { spendings: [], waiting: 0 } })
  await expect.poll(() => drawn.sent.length).toBe(1)
  expect(screen.queryByRole('region')).toBeNull()
})
