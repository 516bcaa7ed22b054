import type { Page } from '@playwright/test'

/** Answers a call in place of the server. */
export const fulfill = (page: Page, path: string, json: unknown) =>
  page.route(`**${path}`, (route) => route.fulfill({ json }))

/** A merchant's on-chain balance whose parts are easy to check. */
export const balance = {
  btc: '0.17076481',
  usd: '18442.60',
  availableBtc: '0.16758750',
  availableUsd: '18099.45',
  feesOwedBtc: '0.00086250',
  feesOwedUsd: '93.15',
  configured: true,
  asOf: new Date().toISOString(),
  stale: false,
}
