import { z } from 'zod'
import { decimalString } from './primitives.ts'

/** 200 even when a source fails: then `rate` is null and `errors` says why. */
export const rateResult = z.object({
  currencyPair: z.string(),
  rate: decimalString.nullish(),
  errors: z.array(z.string()).nullish(),
})
export type RateResult = z.infer<typeof rateResult>
export const rateResults = z.array(rateResult)

/** `spread` is a percentage as a JSON number. */
export const rateConfiguration = z.object({
  spread: z.number().or(decimalString),
  isCustomScript: z.boolean(),
  effectiveScript: z.string().nullish(),
  preferredSource: z.string().nullish(),
})
export type RateConfiguration = z.infer<typeof rateConfiguration>

export type PutRateConfigurationRequest = {
  spread: number
  isCustomScript: boolean
  effectiveScript?: string
  preferredSource?: string
}
