import type { Limit } from '../accounts/index.ts'

/** Every publication is kept and emails all admins. */
export const publications: Limit = { bucket: 'brand:publications', attempts: 20, windowSeconds: 86_400, grows: false }

/** Decoding a picture takes memory and time. */
export const logoUploads: Limit = { bucket: 'brand:logos', attempts: 60, windowSeconds: 3_600, grows: false }
