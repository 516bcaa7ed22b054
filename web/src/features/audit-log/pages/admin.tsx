import { Page } from '../../../frame/page.tsx'
import { Acts } from '../activity-list.tsx'
import { ActFiltersCard } from '../filters-card.tsx'

export const ActLogPage = () => (
  <Page title="Act Log" sentence="Who did what, when, and from where.">
    <ActFiltersCard />
    <Acts />
  </Page>
)
