import type { Page } from '@playwright/test'

/** The parts of a list that its stories share. */
export const rows = (page: Page) => page.getByRole('table').locator('.row')
export const dateChip = (page: Page) => page.getByRole('button', { name: /^Date range/ })
