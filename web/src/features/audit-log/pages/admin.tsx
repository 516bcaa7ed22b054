import { exportActs } from '@bitquay/contract/act-log'
import { useListView } from '../../../frame/list-surface/use-list-view.ts'
import { auditLogColumns } from '../activity-columns.tsx'
import { ActivityList } from '../activity-list.tsx'
import { auditLogFilters, auditLogList } from '../audit-log-settings.ts'
import * as t from '../messages.ts'
import { useActivityTypes, useAuditLog, useStoreNames } from '../use-activity.ts'

const AuditLogPage = () => {
  const view = useListView(auditLogList)
  const list = useAuditLog(view)
  const { data: acts = [] } = useActivityTypes()
  const { data: stores = [] } = useStoreNames()
  return (
    <ActivityList
      view={view}
      list={list}
      csv={exportActs}
      columns={auditLogColumns}
      filters={auditLogFilters(acts, stores)}
      searchHint={t.searchHint}
      note={t.listNote}
      empty={t.empty}
      failed={{ title: t.notLoadedTitle, sentence: t.notLoaded }}
    />
  )
}

export default AuditLogPage
