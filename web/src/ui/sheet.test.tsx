import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { DetailSheet, FormSheet } from './sheet.tsx'

describe('a form above the page', () => {
  const open = () => {
    const onClose = vi.fn()
    const onSubmit = vi.fn()
    render(
      <FormSheet title="New link" onClose={onClose} onSubmit={onSubmit} footer={<button type="submit">Create</button>}>
        <input aria-label="Title" />
      </FormSheet>,
    )
    return { onClose, onSubmit, person: userEvent.setup() }
  }

  it('starts in its first field and closes at once while nothing was typed', async () => {
    const { onClose, person } = open()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')))
    await person.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('asks before it discards what was typed', async () => {
    const { onClose, onSubmit, person } = open()
    await person.type(screen.getByLabelText('Title'), 'Tea')
    await person.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    expect(screen.queryByRole('button', { name: 'Create' })).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Keep editing' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Title'))
    await person.click(screen.getByRole('button', { name: 'Create' }))
    expect(onSubmit).toHaveBeenCalledTimes(1)
    await person.keyboard('{Escape}')
    await person.click(screen.getByRole('button', { name: 'Discard' }))
    expect(onClose).toHaveBeenCalledTimes(1)
  })
})

describe('the detail of a row', () => {
  it('takes the focus, moves to other rows by keys, and gives the focus back', async () => {
    const onMove = vi.fn()
    const Rows = () => {
      const [isOpen, setOpen] = useState(false)
      return (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            Open
          </button>
          {isOpen && (
            <DetailSheet title="Invoice 7" onClose={() => setOpen(false)} onMove={onMove}>
              Paid
            </DetailSheet>
          )}
        </>
      )
    }
    render(<Rows />)
    const person = userEvent.setup()
    await person.click(screen.getByRole('button', { name: 'Open' }))
    expect(document.activeElement).toBe(screen.getByRole('complementary', { name: 'Invoice 7' }))
    await person.keyboard('{ArrowDown}{ArrowUp}')
    expect(onMove.mock.calls).toEqual([[1], [-1]])
    await person.click(screen.getByRole('button', { name: 'Close' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }))
  })
})
