import { type Limit, networkOf } from '../accounts/index.ts'

export const limits = {
  /** Guessing a device link is hopeless, so this only bounds the work that strangers cause. */
  deviceLinksFromSource: (address: string): Limit => ({
    bucket: `till-link:source:${networkOf(address)}`,
    attempts: 30,
    windowSeconds: 60,
    grows: false,
  }),
  salesOfDevice: (deviceId: number): Limit => ({
    bucket: `till-sale:device:${deviceId}`,
    attempts: 30,
    windowSeconds: 60,
    grows: false,
  }),
  /** Receipts that a stolen device can make us send. */
  receiptsOfDevice: (deviceId: number): Limit => ({
    bucket: `till-receipt:device:${deviceId}`,
    attempts: 60,
    windowSeconds: 3600,
    grows: false,
  }),
  /** Each PIN takes a slow comparison. */
  pinsOfDevice: (deviceId: number): Limit => ({
    bucket: `till-pin:device:${deviceId}`,
    attempts: 20,
    windowSeconds: 60,
    grows: false,
  }),
  changesOfDevice: (deviceId: number): Limit => ({
    bucket: `changes:till-device:${deviceId}`,
    attempts: 3_600,
    windowSeconds: 3600,
    grows: false,
  }),
}
