import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { readyMerchant } from './money.ts'

/** A mid-range phone on a slow mobile network, with Lighthouse's values. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
}
const slowedDown = 4
const limits = { paintMs: 2500, shift: 0.1 }
const tries = 5

type Vitals = { paintMs: number; shift: number }

/** The largest contentful paint and the layout shift of a visit with an empty cache. */
const measure = async (page: Page, path: string): Promise<Vitals> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowedDown })
  await page.goto(path, { waitUntil: 'load' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const vitals = await page.evaluate(
    () =>
      new Promise<Vitals>((resolve) => {
        const seen = { paintMs: 0, shift: 0 }
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) seen.paintMs = Math.max(seen.paintMs, entry.startTime)
        }).observe({ type: 'largest-contentful-paint', buffered: true })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
            if (!hadRecentInput) seen.shift += value
          }
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(seen), 500)
      }),
  )
  await session.detach()
  return vitals
}

/**
 * The best of some visits, because other load on the machine can only make it slower. No visit may shift its layout.
 */
const expectQuick = async (page: Page, path: string, shift = limits.shift) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const all: Vitals[] = []
  for (let visit = 0; visit < tries; visit += 1) {
    const seen = await measure(page, path)
    all.push(seen)
    expect(seen.paintMs).toBeGreaterThan(0)
    expect(seen.shift, `${path}: ${JSON.stringify(all)}`).toBeLessThanOrEqual(shift)
    if (seen.paintMs <= limits.paintMs) break
  }
  const best = Math.min(...all.map(({ paintMs }) => paintMs))
  process.stdout.write(`${path}: largest paint after ${Math.round(best)} ms, shift ${all.at(-1)?.shift.toFixed(3)}\n`)
  expect(best, `${path}: ${JSON.stringify(all)}`).toBeLessThanOrEqual(limits.paintMs)
}

test.describe('on a slow phone the first view is there within 2.5 s and does not shift @ratio', () => {
  for (const path of ['/', '/login']) {
    test(path, async ({ page }) => {
      await expectQuick(page, path)
    })
  }

  test('checkout', async ({ page, server }) => {
    const { createInvoice } = await readyMerchant(server, 'merchant')
    const { invoiceId } = await createInvoice({ amount: '20.00' })
    // The script takes over what the server drew, so nothing may move at all.
    await expectQuick(page, `/i/${invoiceId}`, 0)
  })
})
