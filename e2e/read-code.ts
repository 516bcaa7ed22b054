import type { Browser, Locator } from '@playwright/test'
import decode from 'jsqr'
import { expect } from './fixtures.ts'

/** What a camera would read from a code on a page, which may have no scripts itself. */
export const readCode = async (browser: Browser, code: Locator): Promise<string> => {
  const picture = await code.screenshot()
  const context = await browser.newContext()
  const page = await context.newPage()
  const { width, height, pixels } = await page.evaluate(
    async (source) => {
      const image = await createImageBitmap(await (await fetch(source)).blob())
      const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d')
      if (!drawing) throw new Error('There is no canvas.')
      drawing.drawImage(image, 0, 0)
      const { data } = drawing.getImageData(0, 0, image.width, image.height)
      return { width: image.width, height: image.height, pixels: [...data] }
    },
    `data:image/png;base64,${picture.toString('base64')}`,
  )
  await context.close()
  const found = decode(Uint8ClampedArray.from(pixels), width, height)
  expect(found, 'the picture has no code that can be read').not.toBeNull()
  return found?.data ?? ''
}
