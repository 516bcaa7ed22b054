import { listMail } from '@bitquay/contract/sandbox'
import type { Deps } from '../deps.ts'
import { route } from '../platform/http/route.ts'

const mostEmails = 200

export const mail = ({ db }: Deps) =>
  route(listMail, async ({ query: { limit, cursor, to }, nextCursor }) => {
    const found = await db
      .selectFrom('mailOutbox')
      .select(['id', 'recipient as to', 'subject', 'bodyText as text', 'bodyHtml as html', 'createdAt'])
      .$if(to !== undefined, (select) => select.where('recipient', '=', to?.toLowerCase() ?? ''))
      .$if(cursor !== undefined, (select) => select.where('id', '<', BigInt(cursor ?? 0)))
      .orderBy('id', 'desc')
      .limit(limit === undefined ? mostEmails : limit + 1)
      .execute()
    const emails = found.slice(0, limit ?? mostEmails)
    nextCursor(found.length > emails.length ? emails.at(-1)?.id.toString() : undefined)
    return emails.map(({ to, subject, text, html, createdAt }) => ({
      to,
      subject,
      text,
      html,
      at: createdAt.toISOString(),
    }))
  })
