import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from './fixtures.ts'

const assets = join(dirname(fileURLToPath(import.meta.url)), '../web/dist/assets')
const limitBytes = 170_000

test('the first load of /login is at most 170 KB of JavaScript', async ({ page }) => {
  const scripts = new Set<string>()
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.add(new URL(response.url()).pathname)
  })
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await page.waitForTimeout(500)
  const sizes = [...scripts]
    .filter((path) => path.startsWith('/assets/'))
    .map((path) => ({ path, bytes: gzipSync(readFileSync(join(assets, basename(path)))).length }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  expect(sizes.length).toBeGreaterThan(0)
  expect(total, JSON.stringify(sizes, null, 2)).toBeLessThanOrEqual(limitBytes)
})
