import { Page } from '../../../frame/page.tsx'
import { ActivityList } from '../activity-list.tsx'
import { ActivityFiltersCard } from '../filters-card.tsx'

const AuditLogPage = () => (
  <Page>
    <ActivityFiltersCard />
    <ActivityList />
  </Page>
)

export default AuditLogPage
