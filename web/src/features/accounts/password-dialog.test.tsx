import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fill, refusal, show } from '../../../test/draw.tsx'
import { PasswordDialog } from './password-dialog.tsx'

const check = 'POST /api/auth/reauthenticate'

it('says what is wrong with the password, and ends when it is right', async () => {
  const onEnd = vi.fn()
  const { person, answer, askedFor } = show(<PasswordDialog onEnd={onEnd} />, {
    answers: { [check]: refusal(400, 'wrong-password', 'Incorrect password') },
  })
  const field = screen.getByLabelText('Password')
  const proceed = screen.getByRole('button', { name: 'Continue' })
  await person.click(proceed)
  expect(await screen.findByText('Password is required')).toBeDefined()
  expect(askedFor(check)).toEqual([])
  await fill(person, field, 'not my password')
  await person.click(proceed)
  expect(await screen.findByText('Incorrect password')).toBeDefined()
  expect(onEnd).not.toHaveBeenCalled()
  answer(check, { message: 'ok' })
  await fill(person, field, 'my password')
  await person.click(proceed)
  await waitFor(() => expect(onEnd).toHaveBeenCalledWith(true))
})

it('ends without it when canceled', async () => {
  const onEnd = vi.fn()
  const { person } = show(<PasswordDialog onEnd={onEnd} />)
  await person.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onEnd).toHaveBeenCalledWith(false)
})
