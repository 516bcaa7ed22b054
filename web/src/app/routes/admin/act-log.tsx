import { Blank } from '../../../ui/blank.tsx'
import { Page } from '../../page.tsx'

export const ActLogPage = () => (
  <Page title="Act Log" sentence="Who did what, when, and from where.">
    <Blank scene="berths" title="Nothing recorded yet" sentence="Privileged acts will appear here" />
  </Page>
)
