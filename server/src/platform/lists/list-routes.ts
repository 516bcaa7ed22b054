import type { Call } from '@bitquay/contract/call'
import type { ListSpec } from '@bitquay/contract/lists'
import type { Db } from '../db/connect.ts'
import { sendCsv } from '../http/csv.ts'
import { sendPdf } from '../http/pdf.ts'
import { type Asked, type Route, route } from '../http/route.ts'
import type { QueryOf, ServedList } from './serve-list.ts'

/** The caller and the path's parameters, of which a route says whose list it is. */
type Asker<L extends ListSpec> = Pick<
  Asked<Call & { audience: L['audience'] } & Pick<L, 'params'>>,
  'person' | 'params'
>

/** A list as pages, as files and as a summary. `whoOf` may refuse the caller. */
export const listRoutes = <L extends ListSpec, Who>(
  db: Db,
  served: ServedList<L, Who>,
  whoOf: (asker: Asker<L>) => Who | Promise<Who>,
): Route[] => {
  const calls: Partial<Record<string, Call>> & Record<'list' | 'export', Call> = served.declared.calls
  const read = async (asked: Pick<Asked<Call>, 'person' | 'params' | 'query'>) => {
    const { limit, cursor, ...query } = asked.query as QueryOf<L> & { limit: number; cursor: string | undefined }
    return {
      who: await whoOf(asked as unknown as Asker<L>),
      page: { limit, cursor },
      query: query as unknown as QueryOf<L>,
    }
  }
  return [
    route(calls.list, async (asked) => {
      const { who, query, page } = await read(asked)
      const { rows, next } = await served.show(db, who, query, page)
      asked.nextCursor(next)
      return rows
    }),
    route(calls.export, async (asked) => {
      const { who, query } = await read(asked)
      sendCsv(asked.raw.reply, served.sheet(db, who, query))
    }),
    ...(calls.print
      ? [
          route(calls.print, async (asked) => {
            const { who, query } = await read(asked)
            await sendPdf(asked.raw.reply, await served.print(db, who, query))
          }),
        ]
      : []),
    ...(calls.summarize
      ? [
          route(calls.summarize, async (asked) => {
            const { who, query } = await read(asked)
            return served.summarize(db, who, query)
          }),
        ]
      : []),
  ]
}
