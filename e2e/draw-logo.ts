import type { Page } from '@playwright/test'

/** A square of one color inside a picture without one, as a browser draws it. */
export const drawLogo = async (page: Page, color: string, type: 'image/png' | 'image/webp' = 'image/png') =>
  Buffer.from(
    await page.evaluate(
      ([fill, wanted]) => {
        const canvas = document.createElement('canvas')
        canvas.width = 300
        canvas.height = 300
        const pen = canvas.getContext('2d')
        if (!pen) throw new Error('no canvas')
        pen.fillStyle = fill
        pen.fillRect(30, 30, 240, 240)
        return canvas.toDataURL(wanted).split(',')[1] ?? ''
      },
      [color, type] as const,
    ),
    'base64',
  )
