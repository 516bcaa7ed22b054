import type { ApplicationDetails, CorrectableField, InformationRequest } from '@bitquay/contract/applications.requests'
import { sql } from 'kysely'
import { hashToken } from '../platform/crypto/tokens.ts'
import type { Db } from '../platform/db/connect.ts'
import { presentValues } from './present-values.ts'
import { findApplication } from './queries.ts'

type Row = Omit<InformationRequest, 'requestedAt' | 'expiresAt' | 'endedAt'> & {
  requestedAt: Date
  expiresAt: Date
  endedAt: Date | null
}

/** An application, everything that its applicant was asked, and its pending neighbors. */
export const findApplicationDetails = async (db: Db, id: number): Promise<ApplicationDetails | undefined> => {
  const application = await findApplication(db, id)
  if (!application) return undefined
  return { ...application, requests: await listRequests(db, id), ...(await findPendingNeighbors(db, id)) }
}

const listRequests = async (db: Db, applicationId: number): Promise<InformationRequest[]> => {
  const { rows } = await sql<Row>`
    select r.id, r.fields, r.message, d.email::text as requested_by, r.created_at as requested_at, r.expires_at, r.before,
      case when r.status = 'open' and r.expires_at <= app_now() then 'expired' else r.status end as status,
      case when r.status = 'open' and r.expires_at <= app_now() then r.expires_at else r.ended_at end as ended_at
    from application_requests r join admins d on d.id = r.requested_by
    where r.application_id = ${applicationId} order by r.id desc`.execute(db)
  return rows.map(({ requestedAt, expiresAt, endedAt, ...request }) => ({
    ...request,
    requestedAt: requestedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }))
}

const findPendingNeighbors = async (db: Db, id: number) => {
  const { rows } = await sql<{ previousPendingId: number | null; nextPendingId: number | null }>`
    select (select min(id) from merchant_applications where status = 'pending' and id > ${id}) as previous_pending_id,
      (select max(id) from merchant_applications where status = 'pending' and id < ${id}) as next_pending_id`.execute(
    db,
  )
  return { previousPendingId: rows[0]?.previousPendingId ?? null, nextPendingId: rows[0]?.nextPendingId ?? null }
}

/** What a link that still works opens: the requested fields, and nothing else of the application. */
export const findOpenedFields = async (db: Db, token: string) => {
  const request = await db
    .selectFrom('applicationRequests as r')
    .innerJoin('merchantApplications as a', 'a.id', 'r.applicationId')
    .selectAll('a')
    .select(['r.fields', 'r.message', 'r.expiresAt'])
    .where('r.tokenHash', '=', hashToken(token))
    .where('r.status', '=', 'open')
    .where('r.expiresAt', '>', sql<Date>`app_now()`)
    .where('a.status', '=', 'pending')
    .executeTakeFirst()
  if (!request) return undefined
  const values = presentValues(request)
  const fields = request.fields as CorrectableField[]
  return {
    businessName: request.businessName,
    message: request.message,
    fields: fields.map((name) => ({ name, value: values[name] ?? '' })),
    expiresAt: request.expiresAt.toISOString(),
  }
}
