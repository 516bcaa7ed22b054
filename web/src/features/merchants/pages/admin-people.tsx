import type { ListedPerson } from '@bitquay/contract/merchants.people'
import { listStores } from '@bitquay/contract/transactions.admin'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Navigate } from 'react-router'
import { DeclaredExport, DeclaredList } from '../../../frame/list-surface/show-list.tsx'
import { useList } from '../../../frame/list-surface/use-list.ts'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { queryOf } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { PeopleTabs } from '../../accounts/index.ts'
import { InviteUserSheet } from '../invite-user-sheet.tsx'
import { peopleChips, shownPeople } from '../list-people.tsx'
import * as t from '../messages.ts'
import { type PersonAct, PersonActs } from '../person-acts.ts'
import { PersonDialog } from '../person-dialog.tsx'

/** Everyone who signs in for a merchant. `?merchant=` in the address shows those of one. */
const PeoplePage = () => {
  const list = useList(shownPeople)
  const { view } = list
  const { data: stores = [] } = useQuery(queryOf(listStores, { query: {} }))
  const [asked, setAsked] = useState<{ act: PersonAct; person: ListedPerson }>()
  const ask = useMemo(() => (act: PersonAct, person: ListedPerson) => setAsked({ act, person }), [])
  // Where the administrators were before they had an address.
  if (view.params.get('tab') === 'admins') return <Navigate to={portalPaths.admin.administrators} replace />
  const [first] = list.pages.data?.pages[0]?.rows ?? []
  return (
    <Page
      actions={
        <>
          <DeclaredExport of={list} />
          <Button
            variant="signal"
            icon={<UserPlus className="ico" aria-hidden="true" />}
            onClick={() => view.setCreating(true)}
          >
            {t.inviteUser}
          </Button>
        </>
      }
    >
      <PeopleTabs />
      <PersonActs value={ask}>
        <DeclaredList of={list} chips={peopleChips(stores)} />
      </PersonActs>
      {asked && <PersonDialog {...asked} onClose={() => setAsked(undefined)} />}
      {view.creating && (
        <InviteUserSheet
          chosen={view.params.has('merchant') ? first : undefined}
          onClose={() => view.setCreating(false)}
        />
      )}
    </Page>
  )
}

export default PeoplePage
