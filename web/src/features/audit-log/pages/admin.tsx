import { Page } from '../../../frame/page.tsx'
import { Acts } from '../activity-list.tsx'
import { ActFiltersCard } from '../filters-card.tsx'

const ActLogPage = () => (
  <Page sentence="Who did what, when, and from where.">
    <ActFiltersCard />
    <Acts />
  </Page>
)

export default ActLogPage
