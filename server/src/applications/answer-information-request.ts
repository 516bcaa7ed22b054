import { type CorrectableField, correctionOf } from '@bitquay/contract/applications.requests'
import { requireAttempts, returnAttempt } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { requireHonestNames } from '../people/index.ts'
import { hashToken } from '../platform/crypto/tokens.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'
import { requestAnswered } from './facts.ts'
import { limits } from './limits.ts'
import { presentValues } from './present-values.ts'
import { findOpenedFields } from './queries.requests.ts'
import { findApplicationOfLink, findOpenRequest, markAnswered } from './table.requests.ts'
import { lockApplication, saveCorrections } from './table.ts'

type Answers = Record<string, unknown>

/** What a link opens. Only links that don't work count as attempts. */
export const readInformationRequest = async (deps: Deps, token: string, source: Source) => {
  const limit = limits.applicationLinksFromSource(source.address)
  await requireAttempts(deps, [limit])
  const opened = await findOpenedFields(deps.db, token)
  if (!opened) throw invalidLink()
  await inTransaction(deps.db, (tx) => returnAttempt(tx, limit))
  return opened
}

/**
 * Saves what an applicant corrected. The application is locked first, as decisions and new requests do, so that of all
 * that happen at the same time one is the first. A refused answer leaves the link as it was.
 */
export const answerInformationRequest = async (deps: Deps, token: string, answers: Answers, source: Source) => {
  const limit = limits.applicationLinksFromSource(source.address)
  await requireAttempts(deps, [limit])
  const id = await findApplicationOfLink(deps.db, token)
  if (id === undefined) throw invalidLink()
  await inTransaction(deps.db, async (tx) => {
    const { application, request } = await lockOpened(tx, id, token)
    const corrected = check(request.fields, answers)
    const present = presentValues(application)
    const website = 'website' in corrected ? corrected.website : application.website
    await requireHonestNames(tx, { website }, { 'answers.businessName': corrected.businessName })
    await saveCorrections(tx, id, corrected)
    await markAnswered(tx, request.id, Object.fromEntries(request.fields.map((name) => [name, present[name]])))
    const changed = request.fields.filter((name) => (corrected[name] || null) !== present[name])
    await returnAttempt(tx, limit)
    const { email: to, businessName } = application
    const detail = { email: to, fields: request.fields.join(', '), changed: changed.join(', ') }
    await announce(tx, requestAnswered, { id, detail, to, businessName }, { actor: 'anonymous', source })
  })
}

const lockOpened = async (tx: Tx, id: number, token: string) => {
  const application = await lockApplication(tx, id)
  const request = await findOpenRequest(tx, id)
  if (application?.status !== 'pending' || !request?.tokenHash.equals(hashToken(token))) throw invalidLink()
  return { application, request: { ...request, fields: request.fields as CorrectableField[] } }
}

/** Other fields are refused by name before any value is looked at. */
const check = (fields: readonly CorrectableField[], answers: Answers): Partial<Record<CorrectableField, string>> => {
  const closed = Object.keys(answers).filter((name) => !fields.some((field) => field === name))
  if (closed.length > 0) {
    throw new ApiError('fields-not-open', {
      message: `This link doesn’t open these fields: ${closed.slice(0, 20).join(', ')}`,
      fields: closed.slice(0, 20).map((name) => ({ path: `answers.${name}`, message: 'This link doesn’t open it' })),
    })
  }
  const parsed = correctionOf(fields).safeParse(answers)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => ({ path: `answers.${path.join('.')}`, message }))
  throw new ApiError('invalid-request', { message: problems[0]?.message, fields: problems })
}

/** The same for a link that never existed, was used, was replaced or has expired. */
const invalidLink = () => new ApiError('not-found', { message: 'This link isn’t valid anymore.' })
