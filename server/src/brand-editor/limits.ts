import type { Limit } from '../accounts/index.ts'

/** Every publication is kept and emails all admins. */
export const publications: Limit = { bucket: 'brand:publications', attempts: 20, windowSeconds: 86_400, grows: false }
