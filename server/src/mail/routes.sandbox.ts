import { listMail } from '@bitquay/contract/sandbox'
import type { Deps } from '../deps.ts'
import { route } from '../platform/http/route.ts'

const mostEmails = 200

export const mail = ({ db }: Deps) =>
  route(listMail, async ({ query }) => {
    const emails = await db
      .selectFrom('mailOutbox')
      .select(['recipient as to', 'subject', 'bodyText as text', 'bodyHtml as html', 'createdAt'])
      .$if(query.to !== undefined, (select) => select.where('recipient', '=', query.to?.toLowerCase() ?? ''))
      .orderBy('id', 'desc')
      .limit(mostEmails)
      .execute()
    return emails.map(({ createdAt, ...email }) => ({ ...email, at: createdAt.toISOString() }))
  })
