import { Page } from '../../../frame/page.tsx'
import { ActivityList } from '../activity-list.tsx'
import { ActivityFiltersCard } from '../filters-card.tsx'

const ActLogPage = () => (
  <Page sentence="Who did what, when, and from where.">
    <ActivityFiltersCard />
    <ActivityList />
  </Page>
)

export default ActLogPage
