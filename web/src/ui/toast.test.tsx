import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Toaster } from './toast.tsx'
import { toast } from './toast-store.ts'

const shown = () => [...document.querySelectorAll('.toast .title')].map(({ textContent }) => textContent)

it('shows one toast at a time, F8 focuses them and Escape dismisses one', async () => {
  render(<Toaster />)
  act(() => toast({ kind: 'bad', title: 'First' }))
  act(() => toast({ kind: 'bad', title: 'Second', description: 'Why' }))
  expect(shown()).toEqual(['Second'])
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
  const list = screen.getByRole('region', { name: 'Notifications (F8)' }).querySelector('ol')
  expect(document.activeElement).toBe(list)
  await userEvent.setup().keyboard('{Tab}{Escape}')
  await waitFor(() => expect(shown()).toEqual([]))
})

it('is dismissed with its button', async () => {
  render(<Toaster />)
  act(() => toast({ title: 'Saved' }))
  await userEvent.setup().click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(shown()).toEqual([]))
})
