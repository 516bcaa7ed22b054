import { exportStoreActivity } from '@bitquay/contract/act-log'
import { useListView } from '../../../frame/list-surface/use-list-view.ts'
import { Page } from '../../../frame/page.tsx'
import { useUser } from '../../../lib/session.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { storeActivityColumns } from '../activity-columns.tsx'
import { ActivityList } from '../activity-list.tsx'
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

const StoreActivity = () => {
  const view = useListView(storeActivityList)
  const list = useStoreActivity(view)
  return (
    <ActivityList
      view={view}
      list={list}
      csv={exportStoreActivity}
      lead={t.storeLead}
      columns={storeActivityColumns}
      filters={storeActivityFilters}
      note={t.storeNote}
      empty={t.storeEmpty}
      failed={{ title: t.storeNotLoadedTitle, sentence: t.storeNotLoaded }}
    />
  )
}

export default StoreActivityPage
