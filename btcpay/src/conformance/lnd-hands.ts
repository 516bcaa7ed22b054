import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { LightningHands } from './target.ts'

const createdInvoice = z.object({ r_hash: z.string(), payment_request: z.string() })
/** The last line says how it ended. */
const sendUpdate = z.object({
  result: z.object({ status: z.string(), failure_reason: z.string().optional() }).optional(),
  error: z.object({ message: z.string() }).optional(),
})

const payTimeoutSeconds = 60
const mostFeeSats = 1000

/** In hexadecimal digits, or the path of LND's file. */
export const readMacaroon = (given: string): string =>
  /^([0-9a-f]{2})+$/i.test(given) ? given : readFileSync(given).toString('hex')

/** Acts as another node on the Lightning network through LND's REST interface. Its macaroon may pay and create invoices. */
export const openLndHands = (restUrl: string, macaroon: string): LightningHands => {
  const call = async (path: string, body: object): Promise<string> => {
    const response = await fetch(`${restUrl.replace(/\/+$/, '')}${path}`, {
      method: 'POST',
      headers: { 'grpc-metadata-macaroon': macaroon, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`LND answered ${path} with ${response.status}: ${text.slice(0, 300)}`)
    return text
  }
  return {
    pay: async (bolt11) => {
      const lines = await call('/v2/router/send', {
        ...{ payment_request: bolt11, timeout_seconds: payTimeoutSeconds, fee_limit_sat: String(mostFeeSats) },
        no_inflight_updates: true,
      })
      const { result, error } = sendUpdate.parse(JSON.parse(lines.trim().split('\n').at(-1) ?? ''))
      if (result?.status === 'SUCCEEDED') return
      throw new Error(`LND didn’t pay: ${error?.message ?? result?.failure_reason ?? result?.status ?? lines}`)
    },
    createInvoice: async (amountMsats) => {
      const created = createdInvoice.parse(JSON.parse(await call('/v1/invoices', { value_msat: String(amountMsats) })))
      const paymentHash = Buffer.from(created.r_hash, 'base64').toString('hex')
      return { bolt11: created.payment_request, paymentHash }
    },
  }
}
