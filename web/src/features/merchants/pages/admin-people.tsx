import { Navigate, useSearchParams } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { PeopleTabs } from '../../accounts/index.ts'
import { PeopleList } from '../people-list.tsx'

/** Everyone who signs in for a merchant. `?merchant=` in the address shows those of one. */
const PeoplePage = () => {
  const [params] = useSearchParams()
  // Where the administrators were before they had an address.
  if (params.get('tab') === 'admins') return <Navigate to={portalPaths.admin.administrators} replace />
  return (
    <PeopleList>
      {(list, actions) => (
        <Page actions={actions}>
          <PeopleTabs />
          {list}
        </Page>
      )}
    </PeopleList>
  )
}

export default PeoplePage
