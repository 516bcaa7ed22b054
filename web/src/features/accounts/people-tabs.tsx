import { useCurrentScreen } from '../../frame/current-screen.ts'
import { portalPaths } from '../../frame/portal-screens.ts'
import { PageTabs } from '../../ui/page-tabs.tsx'
import * as t from './messages.ts'
import { useAdmins, useMerchantPeopleCount } from './use-people.ts'

/** The two lists of people: those of merchants, and administrators. */
export const PeopleTabs = () => {
  const { users, administrators } = portalPaths.admin
  const isAdmins = useCurrentScreen()?.path === administrators
  return (
    <PageTabs
      label={t.peopleLists}
      tabs={[
        { name: t.merchantUsers, to: users, current: !isAdmins, count: useMerchantPeopleCount() },
        { name: t.admins, to: administrators, current: isAdmins, count: useAdmins().data?.length },
      ]}
    />
  )
}
