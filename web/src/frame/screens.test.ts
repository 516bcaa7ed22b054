import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { docsScreens } from './docs-screens.ts'
import { type Portal, portalPaths, portalScreens } from './portal-screens.ts'
import { pathTo, type Screen, type Screens, screens } from './screens.ts'

const features = fileURLToPath(new URL('../features', import.meta.url))
const audiences: Screens[] = [...Object.values(screens), docsScreens, ...Object.values(portalScreens)]
const all: Screen[] = audiences.flatMap((rows) => Object.values(rows))

test('every screen has a page file and every page file has a screen', () => {
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /^[^/]+\/pages\/[^/]+\.tsx$/.test(file))
  const named = all.map(({ page }) => `${page.replace('/', '/pages/')}.tsx`)
  expect([...new Set(named)].sort()).toEqual(files.sort())
})

const sources = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.test)\.tsx?$/.test(file),
)

/** Quoted, and the whole path of a screen or its beginning. `/` is too short to tell. */
const known = all.map(({ path }) => path.replace(/\/:.*/, '')).filter((path) => path !== '/')
const handwritten = new RegExp(`['"\`](${known.join('|')})(?=['"\`/?#])`)

test('no feature writes the path of a screen by hand', () => {
  expect(`to="/merchant/invoices"`).toMatch(handwritten)
  expect('to={`/admin/merchants/${id}`}').toMatch(handwritten)
  expect(sources.length).toBeGreaterThan(300)
  const found = sources.flatMap((file) => {
    const [, path] = handwritten.exec(readFileSync(join(features, file), 'utf8')) ?? []
    return path ? [`${file}: ${path}`] : []
  })
  expect(found).toEqual([])
})

test('no two screens of an audience have the same path', () => {
  for (const rows of audiences) {
    const own = Object.values(rows).map(({ path }) => path)
    expect(new Set(own).size).toBe(own.length)
  }
})

test('the screens of a portal are below its own path, and its dashboard is also at /', () => {
  const portals: Portal[] = ['merchant', 'partner', 'admin']
  for (const portal of portals) {
    for (const { path } of Object.values(portalScreens[portal])) expect(path).toMatch(new RegExp(`^/${portal}/`))
    expect(portalScreens[portal].dashboard.also).toEqual(['/', `/${portal}`])
  }
})

test('a path is filled with its parameters, encoded', () => {
  expect(portalPaths.merchant.invoices).toBe('/merchant/invoices')
  expect(pathTo(portalPaths.admin.merchant, { merchantId: 7 })).toBe('/admin/merchants/7')
  expect(pathTo(portalPaths.merchant.invoice, { invoiceId: 'a/b' })).toBe('/merchant/invoices/a%2Fb')
})
