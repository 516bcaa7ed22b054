import { z } from 'zod'
import { call } from './call.ts'
import { emptyAsAbsent, timestamp, totpCode } from './scalars.ts'

/** What is checked, in the order in which it is shown. */
export const doctorAreas = [
  'settings',
  'database',
  'backup',
  'work',
  'btcpay',
  'webhooks',
  'explorer',
  'email',
  'prices',
  'clock',
  'address',
  'disk',
] as const
export type DoctorArea = (typeof doctorAreas)[number]

/** `skipped` doesn't apply here, or couldn't be checked. It says why. */
export const findingStates = ['ok', 'warning', 'failed', 'skipped'] as const

export const doctorFinding = z.strictObject({
  area: z.enum(doctorAreas),
  /** Of several, such as BTCPay Servers, which one. */
  subject: z.string().nullable(),
  state: z.enum(findingStates),
  sentence: z.string(),
  /** What to do. Null if there is nothing to do. */
  action: z.string().nullable(),
})
export type DoctorFinding = z.infer<typeof doctorFinding>

const output = z.strictObject({
  at: timestamp,
  version: z.string(),
  findings: z.array(doctorFinding),
})

export const getDoctor = call({
  method: 'GET',
  path: '/api/admin/doctor',
  audience: 'admin',
  summary: 'Check settings, database, BTCPay, email and everything else that the platform needs. Changes nothing',
  output,
})

export const runDoctor = call({
  method: 'POST',
  path: '/api/admin/doctor',
  audience: 'admin',
  recentPassword: true,
  summary:
    'Run all checks, send yourself a test email, and test BTCPay’s webhooks with a canceled 1-satoshi invoice in the platform’s store',
  body: z.strictObject({ twoFactorToken: emptyAsAbsent(totpCode) }),
  output,
  errors: ['admin-second-factor-needed', 'second-factor-missing', 'invalid-verification-code'],
})

/** The check of the public address asks this through the proxy. The proof is signed with `APP_SECRET`. */
export const echoRequest = call({
  method: 'GET',
  path: '/api/doctor/echo',
  audience: 'public',
  summary: 'Describe how this request arrived, for the check of the public address',
  query: z.strictObject({ at: z.string().regex(/^\d{10,16}$/), proof: z.string().max(100) }),
  output: z.strictObject({
    /** The client’s address according to `TRUST_PROXY`. */
    client: z.string(),
    /** Who connected to the server: the proxy, if there is one. */
    peer: z.string(),
    forwardedFor: z.string().nullable(),
    forwardedProto: z.string().nullable(),
    host: z.string().nullable(),
  }),
  errors: ['not-found'],
})
