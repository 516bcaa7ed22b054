import { businessTypes, monthlyVolumes, regulatedBusinessTypes } from '@bitquay/contract/applications'
import type { ApplicationDetails, CorrectableField, InformationRequest } from '@bitquay/contract/applications.requests'
import { formatDate } from '../../lib/format-date.ts'
import type { ReviewField } from './field-names.ts'
import * as t from './messages.ts'

/** `optional`: empty, and not needed for this business. It isn't counted. */
export type RequirementState = 'met' | 'to-clarify' | 'missing' | 'optional'

export type Requirement = { field: ReviewField; value: string | null; state: RequirementState; reason?: string }

export type RequirementGroup = { title: string; requirements: readonly Requirement[] }

const groups: readonly { title: string; fields: readonly ReviewField[] }[] = [
  {
    title: t.businessGroup,
    fields: [
      'businessName',
      'businessType',
      'businessDescription',
      'businessRegistration',
      'incorporationCountry',
      'taxId',
      'businessAddress',
      'website',
    ],
  },
  { title: t.volumeGroup, fields: ['monthlyVolume', 'averageTransactionSize', 'companySize', 'customerBase'] },
  { title: t.contactGroup, fields: ['contactName', 'contactEmail', 'contactPhone'] },
]

/** What a review has to look at: each field, whether it is in order, and why not. */
export const groupRequirements = (application: ApplicationDetails): RequirementGroup[] =>
  groups.map(({ title, fields }) => ({
    title,
    requirements: fields.map((field) => {
      const value = valueOf(application, field)
      return { field, value, ...judge(application, field, value) }
    }),
  }))

/** What is required, how much of it is met, and what is left. */
export const countRequirements = (requirements: readonly Requirement[]) => {
  const count = (state: RequirementState) => requirements.filter((requirement) => requirement.state === state).length
  const [met, missing, toClarify] = [count('met'), count('missing'), count('to-clarify')]
  return { met, missing, toClarify, total: met + missing + toClarify }
}

/** The names of the form differ from the application's for two fields. */
const valueOf = (application: ApplicationDetails, field: ReviewField): string | null => {
  if (field === 'contactEmail') return application.email
  if (field === 'contactPhone') return application.phone
  return application[field]
}

type Judgment = Pick<Requirement, 'state' | 'reason'>

const judge = (application: ApplicationDetails, field: ReviewField, value: string | null): Judgment => {
  const request = findLastRequest(application.requests, field)
  if (request?.status === 'open') {
    return { state: 'to-clarify', reason: t.waitingSince({ date: formatDate(request.requestedAt) }) }
  }
  if (!value) return judgeEmpty(application, field)
  const doubt = doubts[field]?.(value, application)
  if (doubt !== undefined) return { state: 'to-clarify', reason: doubt }
  if (request?.status === 'expired') {
    return { state: 'to-clarify', reason: t.unanswered({ date: formatDate(request.requestedAt) }) }
  }
  return request ? { state: 'met', reason: describeAnswer(request, field, value) } : { state: 'met' }
}

/** The newest request for a field that says something about it. A canceled one doesn't. */
const findLastRequest = (requests: readonly InformationRequest[], field: ReviewField) =>
  requests.find(
    ({ fields, status }) =>
      fields.some((asked) => asked === field) && (status === 'open' || status === 'answered' || status === 'expired'),
  )

const regulated = new Set<string>(regulatedBusinessTypes)
const neededIfRegulated = new Set<ReviewField>([
  'businessRegistration',
  'incorporationCountry',
  'businessAddress',
  'website',
])

/** From $100,000 per month. */
const largeVolumes = new Set<string>(monthlyVolumes.slice(3))
const neededIfLarge = new Set<ReviewField>(['taxId', 'averageTransactionSize', 'customerBase'])

const judgeEmpty = ({ businessType, monthlyVolume }: ApplicationDetails, field: ReviewField): Judgment => {
  if (neededIfRegulated.has(field) && regulated.has(businessType)) {
    return { state: 'missing', reason: t.requiredForType({ type: businessType }) }
  }
  if (neededIfLarge.has(field) && largeVolumes.has(monthlyVolume)) {
    return { state: 'missing', reason: t.requiredForVolume({ volume: monthlyVolume }) }
  }
  return { state: 'optional', reason: t.optionalField }
}

type Doubt = (value: string, application: ApplicationDetails) => string | undefined

/** What the form accepts, and a reviewer should still ask about. */
const doubts: Partial<Record<ReviewField, Doubt>> = {
  businessType: (value) => (businessTypes.some((type) => type === value) ? undefined : t.unknownType),
  monthlyVolume: (value) => (monthlyVolumes.some((volume) => volume === value) ? undefined : t.unknownVolume),
  businessDescription: (value) => (value.length < 30 ? t.shortDescription : undefined),
  contactPhone: (value) => (value.replace(/\D/g, '').length < 7 ? t.fewDigits : undefined),
  website: (value, { email }) => {
    const [site, domain] = [hostOf(value), email.slice(email.lastIndexOf('@') + 1)]
    const same = site === undefined || site === domain || site.endsWith(`.${domain}`) || domain.endsWith(`.${site}`)
    return same ? undefined : t.otherDomain({ domain })
  },
}

const hostOf = (address: string) =>
  URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : undefined

const describeAnswer = ({ before, endedAt, requestedAt }: InformationRequest, field: ReviewField, value: string) => {
  const date = formatDate(endedAt ?? requestedAt)
  const previous = before?.[field as CorrectableField] ?? null
  if (previous === value) return t.confirmed({ date })
  return previous === null ? t.added({ date }) : t.corrected({ date, before: previous })
}
