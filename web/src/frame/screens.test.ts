import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Audience, paths, pathTo, type Screen, screens, screensOf } from './screens.ts'

const features = fileURLToPath(new URL('../features', import.meta.url))
const audiences: Audience[] = ['public', 'customer', 'sandbox', 'merchant', 'partner', 'admin']
const all: Screen[] = audiences.flatMap((audience) => screensOf(audience).map(([, screen]) => screen))

test('every screen has a page file and every page file has a screen', () => {
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /^[^/]+\/pages\/[^/]+\.tsx$/.test(file))
  const named = all.map(({ page }) => `${page.replace('/', '/pages/')}.tsx`)
  expect([...new Set(named)].sort()).toEqual(files.sort())
})

test('no two screens of an audience have the same path', () => {
  for (const audience of audiences) {
    const own = screensOf(audience).map(([, { path }]) => path)
    expect(new Set(own).size).toBe(own.length)
  }
})

test('the screens of a portal are below its own path, and its dashboard is also at /', () => {
  for (const portal of ['merchant', 'partner', 'admin'] as const) {
    for (const [, { path }] of screensOf(portal)) expect(path).toMatch(new RegExp(`^/${portal}/`))
    expect(screens[portal].dashboard.also).toEqual(['/', `/${portal}`])
  }
})

test('a path is filled with its parameters, encoded', () => {
  expect(paths.merchant.invoices).toBe('/merchant/invoices')
  expect(pathTo(paths.admin.merchant, { merchantId: 7 })).toBe('/admin/merchants/7')
  expect(pathTo(paths.merchant.invoice, { invoiceId: 'a/b' })).toBe('/merchant/invoices/a%2Fb')
})
