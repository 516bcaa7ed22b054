import type { Limit } from '../accounts/index.ts'

/** Decoding a picture takes memory and time. */
export const imageUploads = (merchantId: number): Limit => ({
  bucket: `image-upload:merchant:${merchantId}`,
  attempts: 60,
  windowSeconds: 3600,
  grows: false,
})
