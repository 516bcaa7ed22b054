import { createHash } from 'node:crypto'
import { mostImageBytes, mostImagePixels } from '@bitquay/contract/brands'
import { createConcurrencyLimit } from '../platform/concurrency-limit.ts'
import { ApiError } from '../platform/http/api-error.ts'

export type EncodedImage = {
  bytes: Buffer
  mediaType: 'image/png' | 'image/jpeg'
  width: number
  height: number
  /** Of the bytes. */
  hash: string
}

/** The library decodes nothing else, whatever a file claims to be. */
const loaders = ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer']

/** Uploads are rare, so the library is loaded with the first one, and memory is better than speed. */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** Decoding runs outside of the event loop. A few at a time bound the memory. */
const decoding = createConcurrencyLimit(2)
const mostWaiting = 20
const slowestSeconds = 10

/**
 * Decodes an uploaded picture and encodes its pixels again, at most `side` pixels wide and high. What isn't a pixel is
 * lost: metadata with the place where it was taken, further frames, and anything hidden behind the picture. A photo is always
 * JPEG, on white, because a large one would be several megabytes as PNG.
 */
export const encodeImage = async (upload: Buffer, side: number, { isPhoto = false } = {}): Promise<EncodedImage> => {
  const type = typeOf(upload)
  if (type === undefined || upload.length > mostImageBytes) throw new ApiError('unsupported-image')
  if (decoding.waiting() >= mostWaiting) throw new ApiError('unavailable', { retryAfterSeconds: 5 })
  return decoding.run(async () => {
    try {
      return await encode(upload, type, { side, isPhoto })
    } catch (error) {
      throw error instanceof ApiError ? error : new ApiError('unsupported-image')
    }
  })
}

type Type = 'png' | 'jpeg' | 'webp'

/** By its first bytes. */
const typeOf = (upload: Buffer): Type | undefined => {
  if (upload.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png'
  if (upload.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  const isWebp = upload.toString('latin1', 0, 4) === 'RIFF' && upload.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? 'webp' : undefined
}

const encode = async (
  upload: Buffer,
  type: Type,
  { side, isPhoto }: { side: number; isPhoto: boolean },
): Promise<EncodedImage> => {
  const sharp = await loadSharp()
  const options = { limitInputPixels: mostImagePixels, failOn: 'error' as const, pages: 1 }
  // Reads the header only: a small file can claim gigabytes of pixels.
  const { width, height, format } = await sharp(upload, { ...options, limitInputPixels: false }).metadata()
  if (format !== type) throw new ApiError('unsupported-image')
  if (width > mostSide || height > mostSide || width * height > mostImagePixels) throw new ApiError('image-too-large')
  const picture = sharp(upload, options)
    .timeout({ seconds: slowestSeconds })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColorspace('srgb')
  const asJpeg = isPhoto || type === 'jpeg'
  if (isPhoto) picture.flatten({ background: '#ffffff' })
  const { data, info } = await (asJpeg ? picture.jpeg({ quality: 88 }) : picture.png()).toBuffer({
    resolveWithObject: true,
  })
  return {
    bytes: data,
    mediaType: asJpeg ? 'image/jpeg' : 'image/png',
    width: info.width,
    height: info.height,
    hash: createHash('sha256').update(data).digest('hex').slice(0, 40),
  }
}

const mostSide = 16_384
