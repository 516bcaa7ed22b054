import { crc32, deflateSync } from 'node:zlib'
import { mostImageBytes, removeLogo, uploadLogo } from '@bitquay/contract/brands'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addMerchant, ask, signInAs } from '../../test/people.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  token = await signInAs(app, await addMerchant(app))
})
afterAll(() => app.close())

const script = '<script>alert(document.domain)</script>'

const picture = (width = 300, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: { r: 15, g: 110, b: 132 } } })

const chunk = (type: string, content: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(content.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** A PNG of one bit per pixel, which compresses to almost nothing. */
const drawPng = (width: number, height: number, { rows = height, more = [] as Buffer[] } = {}) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const pixels = deflateSync(Buffer.alloc(rows * (Math.ceil(width / 8) + 1)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const upload = (file: Buffer) => ask(app, uploadLogo, { token, body: { image: file.toString('base64') } })

const load = (path: unknown) => app.app.inject({ url: String(path) })

test('files that are not a PNG, JPEG or WebP picture are refused, whatever they claim to be', async () => {
  const frames = await sharp([await picture().png().toBuffer(), await picture().negate().png().toBuffer()], {
    join: { animated: true },
  })
    .gif()
    .toBuffer()
  const png = await picture().png().toBuffer()
  const corpus: Record<string, Buffer> = {
    'SVG with a script': Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`),
    'SVG behind an XML declaration': Buffer.from(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>`),
    'SVG that loads a file': Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
    ),
    'animated GIF': frames,
    'GIF that is JavaScript': Buffer.from(`GIF89a/*${'\0'.repeat(9)}*/=alert(1)//`, 'latin1'),
    'HTML page': Buffer.from(`<!doctype html>${script}`),
    'HTML before a PNG': Buffer.concat([Buffer.from(script), png]),
    'PDF document': Buffer.from('%PDF-1.7\n1 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj'),
    'AVIF picture': await picture(16, 16).avif().toBuffer(),
    'TIFF picture': await picture(16, 16).tiff().toBuffer(),
    'signature of a PNG before an SVG': Buffer.concat([png.subarray(0, 8), Buffer.from(`<svg>${script}</svg>`)]),
    'signature of a JPEG before HTML': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(script)]),
    'signature of a WebP before HTML': Buffer.from(`RIFF\0\0\0\0WEBP${script}`, 'latin1'),
    'PNG that ends early': png.subarray(0, png.length / 2),
    'PNG with fewer rows than it claims': drawPng(64, 64, { rows: 2 }),
    'PNG without pixels': drawPng(0, 10),
    'one byte': Buffer.from([0x89]),
  }
  for (const [name, file] of Object.entries(corpus)) {
    const answer = await upload(file)
    expect({ name, status: answer.status, code: answer.body.code }).toEqual({
      name,
      status: 422,
      code: 'unsupported-image',
    })
  }
  for (const image of ['', 'not base64!', '<svg/>', 5, null, undefined, ['x']]) {
    expect((await ask(app, uploadLogo, { token, body: { image } })).status).toBe(400)
  }
  expect(await app.deps.db.selectFrom('images').select('hash').execute()).toEqual([])
})

test('a picture with too many pixels is refused by its header, before it is decoded', async () => {
  const large = drawPng(10_000, 10_000)
  expect(large.length).toBeLessThan(100_000)
  const claims = [
    large,
    // The rest of the file is missing: only the header is read.
    drawPng(10_000, 10_000, { rows: 1 }),
    drawPng(2_147_483_647, 2_147_483_647, { rows: 0 }),
    drawPng(100_000, 1),
    await picture(5000, 5000).jpeg().toBuffer(),
    await picture(5000, 5000).webp({ quality: 1, effort: 0 }).toBuffer(),
  ]
  for (const claim of claims) {
    const { status, body } = await upload(claim)
    expect(status).toBe(422)
    expect(['image-too-large', 'unsupported-image']).toContain(body.code)
  }
  expect((await upload(large)).body.code).toBe('image-too-large')
  expect((await upload(drawPng(4096, 4096))).status).toBe(200)
})

test('a file that is too large is refused, and nobody without a right to upload can send one', async () => {
  const image = Buffer.alloc(mostImageBytes + 3).toString('base64')
  expect((await ask(app, uploadLogo, { token, body: { image } })).status).toBe(400)
  const larger = Buffer.alloc(mostImageBytes * 2).toString('base64')
  expect((await ask(app, uploadLogo, { token, body: { image: larger } })).body.code).toBe('body-too-large')
  expect((await ask(app, uploadLogo, { body: { image: larger } })).body.code).toBe('not-signed-in')
})

test('what hides in a picture is lost when it is encoded again', async () => {
  const text = chunk('tEXt', Buffer.from(`Comment\0${script}`, 'latin1'))
  const jpeg = await picture(400, 200)
    .withExif({ IFD0: { Copyright: script, ImageDescription: 'secret place' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer()
  expect(jpeg.includes('secret place')).toBe(true)
  const frames = await sharp([await picture().png().toBuffer(), await picture().negate().png().toBuffer()], {
    join: { animated: true },
  })
    .webp()
    .toBuffer()
  const corpus: Record<string, Buffer> = {
    'PNG with a script in its text': drawPng(64, 64, { more: [text] }),
    'PNG with a page behind it': Buffer.concat([await picture().png().toBuffer(), Buffer.from(script)]),
    'PNG with an archive behind it': Buffer.concat([
      await picture().png().toBuffer(),
      Buffer.from('PK\x03\x04secret place'),
    ]),
    'JPEG with EXIF and a place': jpeg,
    'JPEG with a page behind it': Buffer.concat([jpeg, Buffer.from(script)]),
    'animated WebP': frames,
  }
  for (const [name, file] of Object.entries(corpus)) {
    const answer = await upload(file)
    expect({ name, status: answer.status }).toEqual({ name, status: 200 })
    const { rawPayload, headers } = await load(answer.body.logoUrl)
    for (const hidden of ['script', 'secret place', 'Exif', 'PK\x03\x04', 'acTL', 'ANIM']) {
      expect({ name, hidden, found: rawPayload.includes(hidden) }).toEqual({ name, hidden, found: false })
    }
    const metadata = await sharp(rawPayload).metadata()
    expect({ name, ...metadata }).toMatchObject({ name, format: String(headers['content-type']).split('/')[1] })
    expect(metadata.exif ?? metadata.xmp ?? metadata.icc ?? metadata.comments).toBeUndefined()
    expect(Math.max(metadata.width, metadata.height)).toBeLessThanOrEqual(256)
    expect(metadata.pages ?? 1).toBe(1)
  }
})

test('a photo is turned as its EXIF says before that is dropped', async () => {
  const lying = await picture(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { rawPayload } = await load((await upload(lying)).body.logoUrl)
  const { width, height, orientation } = await sharp(rawPayload).metadata()
  expect({ width, height, orientation }).toEqual({ width: 128, height: 256, orientation: undefined })
})

test('a logo is served from our own address so that it can run nothing, and is cached forever', async () => {
  const { body } = await upload(await picture().webp().toBuffer())
  expect(body.logoUrl).toMatch(/^\/images\/[0-9a-f]{40}$/)
  const { statusCode, headers } = await load(body.logoUrl)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'content-disposition': 'inline',
  })
  for (const path of [`${String(body.logoUrl)}.svg`, '/images/..%2f', '/images/0', `/images/${'0'.repeat(40)}`]) {
    expect((await load(path)).statusCode).toBe(404)
  }
})

test('a merchant keeps its last 5 logos for emails that were sent, until it removes the logo', async () => {
  const merchant = await addMerchant(app)
  const own = await signInAs(app, merchant)
  const paths: unknown[] = []
  for (let shade = 0; shade < 7; shade += 1) {
    const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: { r: shade, g: 0, b: 0 } } })
      .png()
      .toBuffer()
    await app.advance(1)
    const { body } = await ask(app, uploadLogo, { token: own, body: { image: image.toString('base64') } })
    paths.push(body.logoUrl)
  }
  const statuses = await Promise.all(paths.map(async (path) => (await load(path)).statusCode))
  expect(statuses).toEqual([404, 404, 200, 200, 200, 200, 200])
  expect((await ask(app, removeLogo, { token: own })).body.logoUrl).toBeNull()
  for (const path of paths) expect((await load(path)).statusCode).toBe(404)
})
