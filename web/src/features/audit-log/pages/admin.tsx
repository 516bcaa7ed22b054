import { type Act, exportActs } from '@bitquay/contract/act-log'
import { ListExport } from '../../../frame/list-surface/list-export.tsx'
import { ListSurface } from '../../../frame/list-surface/list-surface.tsx'
import { useListView } from '../../../frame/list-surface/use-list-view.ts'
import { Page } from '../../../frame/page.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { auditLogColumns } from '../activity-columns.tsx'
import { ActivityDetail } from '../activity-detail.tsx'
import '../activity-list.css'
import { auditLogFilters, auditLogList } from '../audit-log-settings.ts'
import { actorOf, nameOfActivity } from '../describe-activity.ts'
import * as t from '../messages.ts'
import { useActivityTypes, useAuditLog, useStoreNames } from '../use-activity.ts'

const showDetail = (act: Act) => <ActivityDetail act={act} />

const AuditLogPage = () => {
  const view = useListView(auditLogList)
  const list = useAuditLog(view)
  const { data: acts = [] } = useActivityTypes()
  const { data: stores = [] } = useStoreNames()
  return (
    <Page
      actions={
        <ListExport
          view={view}
          query={{ ...view.filter, sort: view.sort }}
          csv={exportActs}
          count={undefined}
          rows={t.listTitle}
        />
      }
    >
      <ListSurface
        view={view}
        label={t.listTitle}
        list={list}
        className="dt--activity"
        columns={auditLogColumns}
        keyOf={({ id }) => String(id)}
        nameOf={(act) => t.rowName({ activity: nameOfActivity(act.act), actor: actorOf(act) })}
        filters={auditLogFilters(acts, stores)}
        searchHint={t.searchHint}
        renderDetail={showDetail}
        count={undefined}
        note={t.listNote}
        loading={t.loadingActivity}
        empty={<EmptyState card={false} scene="berths" title={t.emptyTitle} sentence={t.empty} />}
        filteredEmpty={{ title: t.noMatch, sentence: t.adjustFilters }}
        failed={{ title: t.notLoadedTitle, sentence: t.notLoaded }}
      />
    </Page>
  )
}

export default AuditLogPage
