import { type CorrectableField, correctableFields } from '@bitquay/contract/applications.requests'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { newToken } from '../platform/crypto/tokens.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { requestSent } from './facts.ts'
import { endOpenRequest, findOpenRequest, insertRequest } from './table.requests.ts'
import { lockApplication } from './table.ts'

type Question = { fields: readonly CorrectableField[]; message: string; replaces: number | undefined }

/**
 * Emails an applicant a link that opens some fields for correction. An older link stops working. An admin who doesn't
 * know of the open request is refused, so that of two admins who ask at the same time one does.
 */
export const requestInformation = (
  { db, config }: Deps,
  admin: Admin,
  id: number,
  { message, replaces, ...asked }: Question,
  source: Source,
) =>
  inTransaction(db, async (tx) => {
    const application = await lockApplication(tx, id)
    if (!application) throw new ApiError('not-found')
    if (application.status !== 'pending') {
      throw new ApiError('application-decided', { message: 'This application is already decided.' })
    }
    if ((await findOpenRequest(tx, id))?.id !== replaces) throw new ApiError('conflict')
    await endOpenRequest(tx, id, 'replaced')
    const fields = correctableFields.filter((name) => asked.fields.includes(name))
    const token = newToken()
    const request = await insertRequest(tx, { applicationId: id, fields, message, requestedBy: admin.id, token })
    const { email: to, businessName } = application
    const detail = { businessName, fields: fields.join(', '), replaced: replaces !== undefined }
    const question = { token, businessName, fields, message, ...request }
    await announce(tx, requestSent, { id, detail, to, question, publicUrl: config.publicUrl }, { actor: admin, source })
  })
