import type { Browser, Locator } from '@playwright/test'
import { decodeQR } from 'qr/decode.js'

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
  // It throws if the picture has no code.
  return decodeQR(
    { width, height, data: Uint8ClampedArray.from(pixels) },
    { effort: Number.POSITIVE_INFINITY, timeLimit: Number.POSITIVE_INFINITY },
  )
}
