import type { Db } from '../platform/db/connect.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { AuthenticateDevice } from '../platform/http/route.ts'
import { readDeviceToken } from './device-cookie.ts'
import { findDeviceByToken } from './table.devices.ts'

/** Finds the device behind a cookie. A revoked device and one of a closed till or an inactive store are refused at once. */
export const authenticateDevice =
  (db: Db): AuthenticateDevice =>
  async (slug, cookies, source) => {
    const token = readDeviceToken(cookies)
    const device = token && (await findDeviceByToken(db, slug, token, source.address))
    if (!device) throw new ApiError('device-not-bound')
    return device
  }
