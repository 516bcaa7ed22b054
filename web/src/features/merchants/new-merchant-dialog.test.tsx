import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { fill, noServer, owner, refusal, show } from '../../../test/draw.tsx'
import { NewMerchantDialog } from './new-merchant-dialog.tsx'

const create = 'POST /api/admin/merchants'
const open = (answers: Record<string, unknown> = {}) => {
  const onOpenChange = vi.fn()
  const shown = show(<NewMerchantDialog form="management" open onOpenChange={onOpenChange} />, {
    user: { ...owner, type: 'admin', twoFactorEnabled: false },
    answers,
  })
  return { ...shown, onOpenChange }
}
const submit = () => screen.getByRole('button', { name: 'Create Merchant' })

describe('a new merchant', () => {
  it('needs an address, a name, and a password if one is set', async () => {
    const { person, askedFor } = open()
    await person.click(screen.getByRole('button', { name: 'Set a password' }))
    await person.click(submit())
    expect(await screen.findByText('Valid email is required')).toBeDefined()
    expect(screen.getByText('Password must be at least 8 characters')).toBeDefined()
    expect(screen.getByText('Store name is required')).toBeDefined()
    expect(askedFor(create)).toEqual([])
  })

  it('is refused by name, and kept as typed', async () => {
    const { person, answer, onOpenChange } = open({
      [create]: refusal(409, 'email-taken', 'This email address is already in use.'),
    })
    await fill(person, screen.getByLabelText('Store name'), 'Ropewalk Records')
    await fill(person, screen.getByLabelText('Email'), 'merchant@example.test')
    await person.click(submit())
    expect(await screen.findByText('Creation Failed')).toBeDefined()
    expect(screen.getByText('This email address is already in use.')).toBeDefined()
    answer(create, noServer)
    await person.click(submit())
    expect(await screen.findByText('Failed to create merchant')).toBeDefined()
    expect(onOpenChange).not.toHaveBeenCalled()
    expect(screen.getByLabelText<HTMLInputElement>('Store name').value).toBe('Ropewalk Records')
  })

  it('is created and the dialog closes', async () => {
    const { person, askedFor, onOpenChange } = open({ [create]: { storeName: 'Ropewalk Records', invited: true } })
    await fill(person, screen.getByLabelText('Store name'), 'Ropewalk Records')
    await fill(person, screen.getByLabelText('Email'), 'ropewalk@example.test')
    await person.click(submit())
    expect(await screen.findByText('Merchant Created')).toBeDefined()
    await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false))
    expect(askedFor(create)[0]?.body).toMatchObject({ storeName: 'Ropewalk Records', email: 'ropewalk@example.test' })
  })
})
