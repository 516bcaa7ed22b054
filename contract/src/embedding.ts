import { z } from 'zod'
import { call } from './call.ts'

export const mostCheckoutOrigins = 20

const originMessage = 'Enter the address of a site, such as https://shop.example.com, without a path'

/** As browsers send it: scheme, host and port, without the default port. No wildcards. */
export const siteOrigin = z
  .string(originMessage)
  .trim()
  .toLowerCase()
  .max(270, originMessage)
  .overwrite((origin) => origin.replace(/\/$/, '').replace(/^(https:\/\/[^:]+):443$|^(http:\/\/[^:]+):80$/, '$1$2'))
  .regex(/^https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/, originMessage)

const embedding = z.strictObject({
  origins: z.array(z.string()).describe('The sites that may show your checkout inside their pages.'),
})

export const getCheckoutOrigins = call({
  method: 'GET',
  path: '/api/merchant/checkout-origins',
  audience: 'merchant',
  summary: 'List the sites that may show your checkout inside their pages',
  output: embedding,
})

export const setCheckoutOrigins = call({
  method: 'PUT',
  path: '/api/merchant/checkout-origins',
  audience: 'merchant-manager',
  summary: 'Replace the list of sites that may show your checkout inside their pages',
  body: z.strictObject({
    origins: z
      .array(siteOrigin)
      .max(mostCheckoutOrigins, 'At most 20 sites')
      .describe('Such as https://shop.example.com. Plain http is accepted for this computer and in test mode only.'),
  }),
  recentPassword: true,
  output: embedding,
})

export const getFraming = call({
  method: 'GET',
  path: '/api/checkout/:invoiceId/framing',
  audience: 'public',
  summary: 'Whether the site that sends the request may show this checkout inside its page',
  params: z.strictObject({ invoiceId: z.string().min(1).max(100) }),
  output: z.strictObject({ allowed: z.boolean() }),
})
