import { getPartnerStatement } from '@bitquay/contract/partners'
import type { Deps } from '../deps.ts'
import { sendCsv } from '../platform/http/csv.ts'
import { route } from '../platform/http/route.ts'
import { readStatement, statementColumns } from './csv-export.ts'

export const statement = ({ db }: Deps) =>
  route(getPartnerStatement, async ({ person, query, raw }) => {
    sendCsv(raw.reply, {
      name: `partner-${person.id}-statement`,
      columns: statementColumns,
      rows: readStatement(db, person.id, query),
    })
  })
