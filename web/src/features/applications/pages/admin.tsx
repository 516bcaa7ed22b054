import { exportApplications } from '@bitquay/contract/applications'
import { useNavigate } from 'react-router'
import { ListExport } from '../../../frame/list-surface/list-export.tsx'
import { ListSurface } from '../../../frame/list-surface/list-surface.tsx'
import { useListView } from '../../../frame/list-surface/use-list-view.ts'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { pathTo } from '../../../frame/screens.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { applicationColumns } from '../application-columns.tsx'
import '../application-list.css'
import { applicationFilters, applicationList, applicationViews } from '../list-settings.ts'
import * as t from '../messages.ts'
import { useApplicationSummary, useApplications } from '../use-applications.ts'

const ApplicationsPage = () => {
  const view = useApplicationView()
  const list = useApplications(view)
  const { data: summary } = useApplicationSummary(view.filter)
  return (
    <Page
      title={t.pageTitle}
      actions={
        <ListExport
          view={view}
          query={{ ...view.filter, sort: view.sort }}
          csv={exportApplications}
          count={summary?.filtered}
          rows={summary ? t.rowCount({ count: summary.filtered }) : t.listTitle}
        />
      }
    >
      <ListSurface
        view={view}
        label={t.listTitle}
        list={list}
        className="dt--apps"
        columns={applicationColumns}
        keyOf={({ id }) => String(id)}
        nameOf={({ businessName }) => businessName}
        views={applicationViews(summary?.statuses)}
        filters={applicationFilters}
        searchHint={t.searchHint}
        count={summary?.filtered}
        loading={t.loadingApplications}
        empty={<EmptyState card={false} scene="berths" title={t.emptyTitle} sentence={t.empty} />}
        filteredEmpty={{ title: t.noMatchTitle, sentence: t.noMatch }}
        failed={{ title: t.notLoadedTitle, sentence: t.notLoaded }}
      />
    </Page>
  )
}

/** A row opens on its own page, which has room for the whole review. */
const useApplicationView = () => {
  const view = useListView(applicationList)
  const navigate = useNavigate()
  return {
    ...view,
    open: undefined,
    setOpen: (applicationId: string | undefined) => {
      if (applicationId !== undefined) void navigate(pathTo(portalPaths.admin.application, { applicationId }))
    },
  }
}

export default ApplicationsPage
