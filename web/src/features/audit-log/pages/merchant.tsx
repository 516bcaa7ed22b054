import { type Act, exportStoreActivity } from '@bitquay/contract/act-log'
import { ListExport } from '../../../frame/list-surface/list-export.tsx'
import { ListSurface } from '../../../frame/list-surface/list-surface.tsx'
import { useListView } from '../../../frame/list-surface/use-list-view.ts'
import { Page } from '../../../frame/page.tsx'
import { useUser } from '../../../lib/session.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { storeActivityColumns } from '../activity-columns.tsx'
import { ActivityDetail } from '../activity-detail.tsx'
import '../activity-list.css'
import { actorOf, nameOfActivity } from '../describe-activity.ts'
import * as t from '../messages.ts'
import { storeActivityFilters, storeActivityList } from '../store-activity-settings.ts'
import { useStoreActivity } from '../use-activity.ts'

/** The server refuses the list to people with the role user, so they learn who can see it. */
const StoreActivityPage = () => (useUser().role === 'user' ? <ManagersOnly /> : <StoreActivity />)

const ManagersOnly = () => (
  <Page>
    <EmptyState scene="none" title={t.managersOnlyTitle} sentence={t.managersOnly} />
  </Page>
)

const showDetail = (act: Act) => <ActivityDetail act={act} />

const StoreActivity = () => {
  const view = useListView(storeActivityList)
  const list = useStoreActivity(view)
  return (
    <Page
      sentence={t.storeLead}
      actions={
        <ListExport
          view={view}
          query={{ ...view.filter, sort: view.sort }}
          csv={exportStoreActivity}
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
        columns={storeActivityColumns}
        keyOf={({ id }) => String(id)}
        nameOf={(act) => t.rowName({ activity: nameOfActivity(act.act), actor: actorOf(act) })}
        filters={storeActivityFilters}
        renderDetail={showDetail}
        count={undefined}
        note={t.storeNote}
        loading={t.loadingActivity}
        empty={<EmptyState card={false} scene="berths" title={t.emptyTitle} sentence={t.storeEmpty} />}
        filteredEmpty={{ title: t.noMatch, sentence: t.adjustFilters }}
        failed={{ title: t.storeNotLoadedTitle, sentence: t.storeNotLoaded }}
      />
    </Page>
  )
}

export default StoreActivityPage
