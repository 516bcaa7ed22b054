import { z } from 'zod'
import { call } from './call.ts'
import { feeBreakdown, partnerFigures, statementPeriod } from './partners.ts'
import { adminProof, email, idParam, newPassword, shortListPage, text, timestamp, usdAmount } from './scalars.ts'

/** A partner as admins see it. */
export const adminPartner = z.strictObject({
  ...partnerFigures,
  /** The partner has an account and hasn't chosen a password yet. */
  invited: z.boolean(),
  twoFactorEnabled: z.boolean(),
})
export type AdminPartner = z.infer<typeof adminPartner>

const name = text(120).pipe(z.string().min(1, 'Name is required'))

/** One of three partners who share equally. */
const defaultSharePercentage = '33.33'

/** At most two decimals, as shares are stored. */
const share = z
  .union([z.number(), z.string()], 'Share must be a number between 0 and 100')
  .transform(String)
  .pipe(
    z
      .string()
      .regex(
        /^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/,
        'Share must be a number between 0 and 100 with at most two decimals',
      ),
  )

export const partnerForm = z.strictObject({ name, email, sharePercentage: share })
export const partnerChange = z.strictObject({
  name: name.optional(),
  sharePercentage: share.optional(),
  isActive: z.boolean().optional(),
})

const proofErrors = ['admin-second-factor-needed', 'second-factor-missing', 'invalid-verification-code'] as const
const partnerId = z.strictObject({ partnerId: idParam })

export const listPartners = call({
  method: 'GET',
  path: '/api/admin/partners',
  audience: 'admin',
  summary: 'List partners with their earnings',
  query: shortListPage,
  output: z.array(adminPartner),
})

export const getPartnerMetrics = call({
  method: 'GET',
  path: '/api/admin/partners/metrics',
  audience: 'admin',
  summary: 'Retrieve totals across all partners',
  output: z.strictObject({
    totalPartners: z.number().int(),
    activePartners: z.number().int(),
    /** How much of the pool active partners hold. */
    activeShares: z.number(),
    totalBalances: usdAmount,
    totalEarnings: usdAmount,
    totalWithdrawals: usdAmount,
  }),
})

export const getPartner = call({
  method: 'GET',
  path: '/api/admin/partners/:partnerId',
  audience: 'admin',
  summary: 'Retrieve a partner with earnings by fee type',
  params: partnerId,
  output: z.strictObject({ ...adminPartner.shape, feeBreakdown, lastEarnedAt: timestamp.nullable() }),
})

export const createPartner = call({
  method: 'POST',
  path: '/api/admin/partners',
  audience: 'admin',
  recentPassword: true,
  summary: 'Create a partner and email an invitation, unless you set a password',
  body: z.strictObject({
    ...partnerForm.shape,
    sharePercentage: share.default(defaultSharePercentage),
    /** By default, the partner gets an email invitation to choose one. */
    password: newPassword.optional(),
    ...adminProof,
  }),
  output: adminPartner,
  errors: ['email-taken', 'shares-exceeded', 'password-too-common', ...proofErrors],
})

export const changePartner = call({
  method: 'PATCH',
  path: '/api/admin/partners/:partnerId',
  audience: 'admin',
  recentPassword: true,
  summary: 'Update a partner: name, share or status',
  params: partnerId,
  body: z.strictObject({ ...partnerChange.shape, ...adminProof }),
  output: adminPartner,
  errors: ['shares-exceeded', ...proofErrors],
})

export const getStatementOfPartner = call({
  method: 'GET',
  path: '/api/admin/partners/:partnerId/statement',
  audience: 'admin',
  summary: 'Download a partner’s balance changes as CSV. The last line is the balance',
  params: partnerId,
  query: z.strictObject(statementPeriod),
  output: z.unknown(),
  media: 'text/csv',
})
