import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page, test } from '@playwright/test'
import encodeQr from 'qr'

const [width, height] = [640, 480]
const framesPerCode = 6

/** One picture of a code, dark on light, as Y4M has it: the light of each pixel, then two planes of colors, which are gray. */
const drawFrame = (text: string): Buffer => {
  const rows = encodeQr(text, 'raw', { ecc: 'low', border: 4 })
  const scale = Math.floor(height / rows.length)
  const light = Buffer.alloc(width * height, 235)
  const [left, top] = [width - rows.length * scale, height - rows.length * scale].map((rest) => Math.floor(rest / 2))
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (!isDark) continue
      for (let line = 0; line < scale; line += 1) {
        const from = ((top ?? 0) + y * scale + line) * width + (left ?? 0) + x * scale
        light.fill(16, from, from + scale)
      }
    }
  }
  return Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((width * height) / 2, 128)])
}

/** Opens a second browser, whose camera sees these codes one after the other, again and again. */
export const withCamera = async (page: Page, codes: readonly string[], work: (page: Page) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), 'bitquay-camera-'))
  const film = join(folder, 'codes.y4m')
  const frames = codes.flatMap((code) => Array.from({ length: framesPerCode }, () => drawFrame(code)))
  await writeFile(film, Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F20:1 Ip A1:1 C420\n`), ...frames]))
  const { launchOptions = {} } = test.info().project.use
  const browser = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
  try {
    const context = await browser.newContext({
      baseURL: new URL(page.url()).origin,
      storageState: await page.context().storageState(),
      permissions: ['camera'],
    })
    await work(await context.newPage())
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
}
