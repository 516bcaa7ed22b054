import { ourLegalTexts } from '@bitquay/contract/legal-text'
import { defaultBrand } from '@bitquay/contract/platform-brand'
import type { BrandOffice } from '@bitquay/contract/platform-brand.admin'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal, show } from '../../../test/draw.tsx'
import BrandPage from './pages/admin.tsx'

const admin = {
  id: 1,
  type: 'admin' as const,
  email: 'ruth@example.test',
  name: 'Ruth',
  twoFactorEnabled: true,
}
const northsea = { ...defaultBrand, name: 'Northsea Pay' }
const version = (id: number, brand = northsea, takesBack: number | null = null) => ({
  ...{ id, brand, takesBack },
  ...{ publishedAt: '2026-11-15T10:00:00.000Z', publishedBy: 'nora@example.test' },
})
const untouched: BrandOffice = {
  published: defaultBrand,
  publishedLegal: ourLegalTexts,
  draft: null,
  history: [],
  reservedNames: ['Bitquay'],
}
const drafted: BrandOffice = {
  ...untouched,
  draft: { brand: northsea, legal: ourLegalTexts, savedAt: '2026-11-15T10:00:00.000Z', savedBy: 'nora@example.test' },
}

const open = (office: BrandOffice, answers = {}) =>
  show(<BrandPage />, { at: '/admin/brand', user: admin, answers: { 'GET /api/admin/brand': office, ...answers } })

test('what is typed is in the preview at once, and is saved as a draft', async () => {
  const { person, sent } = open(untouched, { 'PUT /api/admin/brand/draft': drafted })
  const name = await screen.findByLabelText('Platform name')
  expect(screen.getByRole('button', { name: 'Publish' }).hasAttribute('disabled')).toBe(true)
  await person.clear(name)
  await person.type(name, 'Northsea Pay')
  expect(within(screen.getByRole('region', { name: 'Preview' })).getByText('Northsea Pay')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Save draft' }))
  await screen.findByText('Draft saved')
  expect(sent.find(({ call }) => call.startsWith('PUT'))?.body).toEqual(northsea)
})

test('what the server finds wrong is said at its field', async () => {
  const wrong = { path: 'addresses.support', message: 'Enter an email address' }
  const { person } = open(untouched, {
    'PUT /api/admin/brand/draft': Response.json(
      { error: 'x', message: 'x', code: 'invalid-request', requestId: 'r', fields: [wrong] },
      { status: 400 },
    ),
  })
  await person.type(await screen.findByLabelText('Support'), 'x')
  await person.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByText('Enter an email address')).toBeTruthy()
})

test('publishing shows what changes, and sends nothing else', async () => {
  const { person, sent } = open(drafted, { 'POST /api/admin/brand/publish': { ...untouched, published: northsea } })
  await person.click(await screen.findByRole('button', { name: 'Publish' }))
  const dialog = screen.getByRole('dialog', { name: 'Publish the brand' })
  expect(within(dialog).getByRole('region', { name: 'Changes' }).textContent).toBe(
    'Platform nameBitquay → Northsea Pay',
  )
  await person.click(within(dialog).getByRole('button', { name: 'Publish' }))
  await screen.findByText('Brand published')
  expect(sent.find(({ call }) => call.endsWith('/publish'))?.body).toEqual({})
})

test('only the last version can be undone, by its number', async () => {
  const office = { ...untouched, published: northsea, history: [version(7), version(6, defaultBrand)] }
  const { person, sent } = open(office, { 'POST /api/admin/brand/undo': untouched })
  const history = within(await screen.findByRole('region', { name: 'History' }))
  expect(history.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Undo', 'Use as draft'])
  await person.click(history.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Change undone')
  expect(sent.find(({ call }) => call.endsWith('/undo'))?.body).toEqual({ id: 7 })
})

test('an earlier version becomes the draft by its number, with its legal texts', async () => {
  const office = { ...untouched, published: northsea, history: [version(7), version(6, defaultBrand)] }
  const { person, sent } = open(office, { 'POST /api/admin/brand/draft/from': { ...office, draft: drafted.draft } })
  await person.click(await screen.findByRole('button', { name: /^Use as draft/ }))
  await screen.findByText(/Choose new days for those that change/)
  expect(sent.find(({ call }) => call.endsWith('/draft/from'))?.body).toEqual({ id: 6 })
})

test('a logo goes into the draft at once, and keeps what is typed', async () => {
  const logo = `/images/${'a'.repeat(40)}`
  const { person, sent } = open(untouched, {
    'PUT /api/admin/brand/draft/logo': { ...drafted, draft: { ...drafted.draft, brand: { ...northsea, logo } } },
    'PUT /api/admin/brand/draft': drafted,
  })
  const name = await screen.findByLabelText('Platform name')
  await person.type(name, ' Pay')
  const file = new File(['x'], 'logo.png', { type: 'image/png' })
  await person.upload(screen.getByLabelText('Logo', { selector: 'input' }), file)
  await screen.findByText('The logo is in the draft. Nobody else sees it.')
  expect(sent.find(({ call }) => call.endsWith('/logo'))?.body).toEqual({ image: btoa('x') })
  expect((name as HTMLInputElement).value).toBe('Bitquay Pay')
})

test('a color that can’t be read on is shown as it will be', async () => {
  const { person } = open(untouched)
  await person.type(await screen.findByLabelText('Accent color'), '808080')
  expect(
    screen.getByText(/^Neither white nor dark text can be read on it\. Light pages show #[0-9A-F]{6}\.$/),
  ).toBeTruthy()
  await person.type(screen.getByLabelText('Dark color'), '#88ccff')
  expect(screen.getByText(/^Too light for a dark surface\. Pages show #[0-9A-F]{6}\.$/)).toBeTruthy()
})

test('what took a version back is not undone itself', async () => {
  open({ ...untouched, history: [version(8, defaultBrand, 7), version(7)] })
  const history = within(await screen.findByRole('region', { name: 'History' }))
  expect(history.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Use as draft'])
})

test('says what is wrong when it can’t be loaded', async () => {
  show(<BrandPage />, { user: admin, answers: { 'GET /api/admin/brand': refusal(500, 'internal', 'x') } })
  expect(await screen.findByText('Couldn’t load the brand')).toBeTruthy()
})
