import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../../../test/draw.tsx'
import { SetupCard } from './setup-card.tsx'

const texts = { title: 'Devices', add: 'Add device', empty: 'No devices yet.' }

test('a card without rows says so, and its button adds one', async () => {
  const onAdd = vi.fn()
  const { person } = show(<SetupCard {...texts} rows={[]} onAdd={onAdd} />)
  expect(screen.getByRole('region', { name: 'Devices' }).textContent).toContain('No devices yet.')
  await person.click(screen.getByRole('button', { name: 'Add device' }))
  expect(onAdd).toHaveBeenCalledOnce()
})

test('those who may only look see the rows and no button', () => {
  show(<SetupCard {...texts} rows={[<li key={1}>Counter</li>]} onAdd={undefined} />)
  expect(screen.getByRole('listitem').textContent).toBe('Counter')
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByText('No devices yet.')).toBeNull()
})
