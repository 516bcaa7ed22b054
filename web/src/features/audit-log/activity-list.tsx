import type { Act } from '@bitquay/contract/act-log'
import type { ComponentProps } from 'react'
import { ListExport } from '../../frame/list-surface/list-export.tsx'
import { ListSurface } from '../../frame/list-surface/list-surface.tsx'
import { Page } from '../../frame/page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ActivityDetail } from './activity-detail.tsx'
import './activity-list.css'
import { actorOf, nameOfActivity } from './describe-activity.ts'
import * as t from './messages.ts'

type Surface = ComponentProps<typeof ListSurface<Act>>
type ActivityListProps = Pick<Surface, 'list' | 'columns' | 'filters' | 'searchHint' | 'note' | 'failed'> & {
  view: Surface['view'] & { filter: object; sort: string }
  csv: ComponentProps<typeof ListExport>['csv']
  /** Below the page's title. */
  lead?: string
  /** Said while nobody has done anything yet. */
  empty: string
}

const showDetail = (act: Act) => <ActivityDetail act={act} />

/** The page of an audit log: who did what. */
export const ActivityList = ({ view, csv, lead, empty, ...surface }: ActivityListProps) => (
  <Page
    sentence={lead}
    actions={
      <ListExport
        view={view}
        query={{ ...view.filter, sort: view.sort }}
        csv={csv}
        count={undefined}
        rows={t.listTitle}
      />
    }
  >
    <ListSurface
      {...surface}
      view={view}
      label={t.listTitle}
      className="dt--activity"
      keyOf={({ id }) => String(id)}
      nameOf={(act) => t.rowName({ activity: nameOfActivity(act.act), actor: actorOf(act) })}
      renderDetail={showDetail}
      count={undefined}
      loading={t.loadingActivity}
      empty={<EmptyState card={false} scene="berths" title={t.emptyTitle} sentence={empty} />}
      filteredEmpty={{ title: t.noMatch, sentence: t.adjustFilters }}
    />
  </Page>
)
