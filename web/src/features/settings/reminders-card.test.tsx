import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { owner, refusal, show } from '../../../test/draw.tsx'
import { RemindersCard } from './reminders-card.tsx'

const call = 'PATCH /api/merchant/settings'
const settingsOf = (role: string, sendsReminders = true) =>
  ({ role, sendsReminders }) as Parameters<typeof RemindersCard>[0]['settings']

it('turns reminders of customers off and on', async () => {
  const answers = { [call]: {} }
  const { person, askedFor } = show(<RemindersCard settings={settingsOf('owner')} />, {
    user: owner,
    answers,
  })
  expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true')
  await person.click(screen.getByRole('switch'))
  await waitFor(() => expect(askedFor(call)[0]?.body).toEqual({ sendsReminders: false }))
})

it('stays as it is when the server refuses, and says so', async () => {
  const answers = { [call]: refusal(500, 'internal', 'Try again later.') }
  const { person } = show(<RemindersCard settings={settingsOf('owner', false)} />, { user: owner, answers })
  await person.click(screen.getByRole('switch'))
  await waitFor(() => expect(document.body.textContent).toContain('Try again later.'))
  expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false')
})

it('is for owners and admins of the store', () => {
  show(<RemindersCard settings={settingsOf('user')} />, { user: { ...owner, role: 'user' } })
  expect(screen.getByRole('switch').hasAttribute('disabled')).toBe(true)
})
