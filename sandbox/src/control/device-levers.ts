import { z } from 'zod'
import { cheats, DeviceRefusal } from '../engine/device/sign-on-device.ts'
import { LeverRefusal, lever } from './lever.ts'

const cosigner = z.union([z.literal(1), z.literal(2), z.literal(3)]).default(1)

/** Exports an account of the signing device, as a wallet app or the platform would ask for it. */
export const device = lever(
  z.strictObject({
    script: z.enum(['pkh', 'wpkh', 'sh-wpkh', 'tr', 'wsh-multi']).default('wpkh'),
    account: z.int().min(0).max(1000).default(0),
    cosigner,
  }),
  ({ engine }, options) => engine.device.account(options),
)

/** Signs a PSBT with the keys of the device, or cheats. */
export const sign = lever(
  z.strictObject({ psbt: z.string().min(1).max(2_000_000), cosigner, cheat: z.enum(cheats).optional() }),
  ({ engine }, options) => {
    try {
      return engine.device.sign(options)
    } catch (error) {
      if (error instanceof DeviceRefusal) throw new LeverRefusal(409, error.message)
      throw error
    }
  },
)
