import { portalPaths } from '../../frame/portal-screens.ts'
import { PageTabs } from '../../ui/page-tabs.tsx'
import * as t from './messages.ts'

/** The pages about fees: what they are, and who owes some. */
export const FeesTabs = ({ current }: { current: 'schedule' | 'owed' }) => (
  <PageTabs
    label={t.feesPages}
    tabs={[
      { name: t.scheduleTab, to: portalPaths.admin.fees, current: current === 'schedule' },
      { name: t.owedTab, to: portalPaths.admin.feesOwed, current: current === 'owed' },
    ]}
  />
)
