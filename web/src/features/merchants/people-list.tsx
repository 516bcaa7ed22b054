import type { ListedPerson } from '@bitquay/contract/merchants.people'
import { listStores } from '@bitquay/contract/transactions.admin'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { DeclaredExport, DeclaredList } from '../../frame/list-surface/show-list.tsx'
import { useList } from '../../frame/list-surface/use-list.ts'
import { queryOf } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { InviteUserSheet } from './invite-user-sheet.tsx'
import { peopleChips, shownPeople } from './list-people.tsx'
import * as t from './messages.ts'
import { type PersonAct, PersonActs } from './person-acts.ts'
import { PersonDialog } from './person-dialog.tsx'

type PeopleListProps = {
  /** Only those of this merchant. */
  fixed?: { merchantId: number }
  /** Draws the frame around the list, with what can be done at the head. */
  children: (list: ReactNode, actions: ReactNode) => ReactNode
}

/** Everyone who signs in for a merchant, or for this one. */
export const PeopleList = ({ fixed, children }: PeopleListProps) => {
  const list = useList(shownPeople, undefined, fixed)
  const { view } = list
  const { data: stores = [] } = useQuery({ ...queryOf(listStores, { query: {} }), enabled: !fixed })
  const [asked, setAsked] = useState<{ act: PersonAct; person: ListedPerson }>()
  const ask = useMemo(() => (act: PersonAct, person: ListedPerson) => setAsked({ act, person }), [])
  const [first] = list.pages.data?.pages[0]?.rows ?? []
  const { merchantId, ...chips } = peopleChips(stores)
  return (
    <>
      {children(
        <PersonActs value={ask}>
          <DeclaredList of={list} chips={fixed ? chips : { merchantId, ...chips }} />
        </PersonActs>,
        <>
          <DeclaredExport of={list} />
          <Button
            variant="signal"
            icon={<UserPlus className="ico" aria-hidden="true" />}
            onClick={() => view.setCreating(true)}
          >
            {t.inviteUser}
          </Button>
        </>,
      )}
      {asked && <PersonDialog {...asked} onClose={() => setAsked(undefined)} />}
      {view.creating && (
        <InviteUserSheet
          chosen={fixed || view.params.has('merchant') ? first : undefined}
          onClose={() => view.setCreating(false)}
        />
      )}
    </>
  )
}
