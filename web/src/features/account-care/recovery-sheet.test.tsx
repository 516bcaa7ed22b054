import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { drawSignedIn } from '../../../test/draw.tsx'
import { RecoverySheet } from './recovery-sheet.tsx'

test('starts a recovery only after someone wrote what they checked', async () => {
  const onClose = vi.fn()
  const path = 'POST /api/admin/merchants/4/recovery'
  const { sent, person } = drawSignedIn(
    <RecoverySheet merchant={{ id: 4, storeName: 'Kestrel Arcade' }} onClose={onClose} />,
    { answers: { [path]: { change: null } } },
  )
  const start = screen.getByRole<HTMLButtonElement>('button', { name: 'Start recovery' })
  expect(start.disabled).toBe(true)
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  const field = screen.getByLabelText('How did you check who is asking?')
  await person.type(field, 'call')
  await person.click(start)
  expect(await screen.findByText('Describe what you checked')).toBeTruthy()
  expect(sent).toEqual([])
  await person.type(field, ' and passport')
  await person.click(start)
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(sent).toEqual([{ call: path, body: { identityCheck: 'call and passport' } }])
})
