import { listMail } from '@bitquay/contract/sandbox'
import type { Deps } from '../deps.ts'
import { route } from '../platform/http/route.ts'

const mostLetters = 200

export const mail = ({ db }: Deps) =>
  route(listMail, async ({ query }) => {
    const letters = await db
      .selectFrom('mailOutbox')
      .select(['recipient as to', 'subject', 'bodyText as text', 'bodyHtml as html', 'createdAt'])
      .$if(query.to !== undefined, (select) => select.where('recipient', '=', query.to?.toLowerCase() ?? ''))
      .orderBy('id', 'desc')
      .limit(mostLetters)
      .execute()
    return letters.map(({ createdAt, ...letter }) => ({ ...letter, at: createdAt.toISOString() }))
  })
