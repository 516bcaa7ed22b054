import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { FormDialog } from './form-dialog.tsx'

const open = (busy: boolean) => {
  const onClose = vi.fn()
  const onSubmit = vi.fn()
  const props = { title: 'Remove Nora?', confirm: 'Remove', confirming: 'Removing…', bad: true }
  render(<FormDialog {...props} busy={busy} onClose={onClose} onSubmit={onSubmit} />)
  return { onClose, onSubmit, person: userEvent.setup() }
}

describe('a question with two buttons', () => {
  it('does it on the second button and closes on the first', async () => {
    const { onClose, onSubmit, person } = open(false)
    await person.click(screen.getByRole('button', { name: 'Remove' }))
    expect(onSubmit).toHaveBeenCalledTimes(1)
    expect(onClose).not.toHaveBeenCalled()
    await person.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('says what happens while it happens, and stays open when Escape is pressed', async () => {
    const { onClose, onSubmit, person } = open(true)
    expect(screen.getByRole('button', { name: 'Removing…' }).getAttribute('aria-busy')).toBe('true')
    await person.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    expect(onSubmit).not.toHaveBeenCalled()
  })
})
