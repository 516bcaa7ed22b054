import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const mostPresses = 80

/** Presses Tab until the element has the focus, as a person without a mouse does. */
export const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
  for (let presses = 0; presses < mostPresses; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}
