import type { Till } from '@bitquay/contract/tills'
import type { TillItem } from '@bitquay/contract/tills.items'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { drawSignedIn } from '../../../test/draw.tsx'
import { ItemTable } from './item-table.tsx'

const item: TillItem = {
  ...{ id: 7, name: 'Flat white', category: null, price: '4.60', stock: 4, isSoldOut: false, imageUrl: null },
  prices: [{ currency: 'USD', amount: '4.60' }],
  options: [{ name: 'Size', choices: [{ name: 'Small', price: '0.00' }] }],
  allOptions: [{ name: 'Size', choices: [{ name: 'Small', prices: [] }] }],
  tax: { id: 3, name: 'Sales tax', percent: '8.5' },
}
const till: Till = {
  ...{ id: 1, slug: 'counter', url: 'https://x.test/pos/counter', name: 'Counter', currency: 'USD', tips: [] },
  ...{
    isActive: true,
    pricesIncludeTax: false,
    keypadTaxRateId: null,
    receiptFooter: null,
    createdAt: '2026-11-01T00:00:00Z',
  },
  items: [item, { ...item, id: 8, name: 'Loaf', stock: 0, isSoldOut: true, options: [], tax: null }],
  ...{ devices: [], cashiers: [], shifts: [], today: { sales: 0, total: '0.00', tips: '0.00' } },
}
const rates = [{ id: 3, name: 'Sales tax', percent: '8.5', items: 1 }]

const open = (mayChange = true) =>
  drawSignedIn(<ItemTable till={till} rates={rates} mayChange={mayChange} />, {
    answers: {
      'POST /api/merchant/items': { id: 9 },
      'PATCH /api/merchant/items/7': { id: 7 },
    },
  })

test('an item is typed in one row: Tab goes on, Enter saves it and starts the next', async () => {
  const { person, sent } = open()
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'New item, name' })
  await person.click(name)
  await person.keyboard('Mocha{Tab}Size: Small, Large +0.50{Tab}5.20{Tab}{Tab}12{Enter}')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    call: 'POST /api/merchant/items',
    body: {
      name: 'Mocha',
      prices: [{ currency: 'USD', amount: '5.20' }],
      options: [
        {
          name: 'Size',
          choices: [
            { name: 'Small', prices: [] },
            { name: 'Large', prices: [{ currency: 'USD', amount: '0.50' }] },
          ],
        },
      ],
      taxRateId: 3,
      stock: 12,
    },
  })
  await waitFor(() => expect(name.value).toBe(''))
  expect(document.activeElement).toBe(name)
})

test('options that can’t be read are not sent', async () => {
  const { person, sent } = open()
  await person.click(screen.getByRole('textbox', { name: 'New item, name' }))
  await person.keyboard('Mocha{Tab}Large +a{Enter}')
  expect(screen.getByRole('alert').textContent).toContain('Write options like this')
  expect(sent).toEqual([])
})

test('the switch marks an item as sold out, and is fixed where nothing is left', async () => {
  const { person, sent } = open()
  await person.click(screen.getByRole('switch', { name: 'Sold out: Flat white' }))
  await waitFor(() => expect(sent[0]).toEqual({ call: 'PATCH /api/merchant/items/7', body: { isSoldOut: true } }))
  const empty = screen.getByRole<HTMLButtonElement>('switch', { name: 'Sold out: Loaf' })
  expect([empty.getAttribute('aria-checked'), empty.disabled]).toEqual(['true', true])
})

test('someone who may not change anything only reads', () => {
  open(false)
  const row = within(screen.getByRole('row', { name: /Flat white/ }))
  expect(row.getByText('8.5%')).toBeTruthy()
  expect(row.getByText('4 left')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})
