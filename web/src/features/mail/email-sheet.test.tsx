import type { EmailDetail } from '@bitquay/contract/mail'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { drawSignedIn } from '../../../test/draw.tsx'
import { EmailSheet } from './email-sheet.tsx'

const failed: EmailDetail = {
  ...{ id: 7, state: 'failed', subject: 'You’re invited to Bitquay', recipient: 'h•••@drift.test', tries: 12 },
  ...{ merchantId: null, storeName: null, reason: 'no-mailbox', answer: '550 5.1.1 User unknown' },
  ...{ createdAt: '2026-11-18T10:00:00.000Z', sentAt: null, nextTryAt: null },
  ...{ hasSecretLink: true, isUnsent: true, invited: null },
}
const sent: EmailDetail = {
  ...{ ...failed, state: 'sent', reason: null, answer: null, sentAt: failed.createdAt },
  ...{ isUnsent: false, invited: { kind: 'merchant-user', id: 3 } },
}

const draw = (email: EmailDetail) =>
  drawSignedIn(<EmailSheet id={7} onClose={() => undefined} onMove={undefined} />, {
    answers: {
      'GET /api/admin/emails/7': email,
      'POST /api/admin/emails/7/recipient': { recipient: 'hugo@drift.test' },
      'POST /api/admin/system/mail/7/retry': { message: '' },
      'POST /api/admin/people/merchant-user/3/invitation': { message: '' },
    },
  })

test('a failed email says why in plain words, shows the answer, and is sent again', async () => {
  const { person, sent: calls } = draw(failed)
  expect(await screen.findByText('The mailbox doesn’t exist')).toBeTruthy()
  expect(screen.getByText('550 5.1.1 User unknown')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Resend' }))
  await waitFor(() => expect(calls.map(({ call }) => call)).toContain('POST /api/admin/system/mail/7/retry'))
})

test('the address is masked until someone asks for it', async () => {
  const { person } = draw(failed)
  expect(await screen.findByText('h•••@drift.test')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByText('hugo@drift.test')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show' })).toBeNull()
})

test('a sent email with a secret link offers a new invitation instead of sending it again', async () => {
  const { person, sent: calls } = draw(sent)
  await person.click(await screen.findByRole('button', { name: 'Send a new invitation' }))
  expect(screen.queryByRole('button', { name: 'Resend' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Send invitation' }))
  await waitFor(() =>
    expect(calls.map(({ call }) => call)).toContain('POST /api/admin/people/merchant-user/3/invitation'),
  )
})

test('a sent email to someone who has joined offers nothing', async () => {
  draw({ ...sent, invited: null })
  expect(await screen.findByText(/can’t be sent again/)).toBeTruthy()
  for (const name of ['Resend', 'Discard', 'Send a new invitation'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})
