import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { readId, readSearch, withFilter } from '../../../lib/address-filters.ts'
import { useAddressParams } from '../../../lib/use-address-params.ts'
import { Beside } from '../../../ui/beside.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { AdminsCard } from '../../accounts/index.ts'
import { AddUserCard } from '../add-user-card.tsx'
import * as t from '../messages.ts'
import { PeopleCard } from '../people-card.tsx'
import { type PeopleFilters, useMerchantPeople } from '../use-users.ts'

const tabs = [
  { value: 'merchants', text: t.merchantUsers },
  { value: 'admins', text: t.admins },
] as const

const MerchantUsersPage = () => {
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'admins' ? 'admins' : 'merchants'
  return (
    <Page
      title={t.usersTitle}
      actions={
        <Segmented
          label={t.organization}
          options={tabs}
          value={tab}
          onChange={(next) => setParams(next === 'admins' ? { tab: next } : {}, { replace: true })}
        />
      }
    >
      {tab === 'admins' ? <AdminsCard /> : <MerchantUsers />}
    </Page>
  )
}

/** Search and merchant are in the address, so that other pages can link to them. */
const MerchantUsers = () => {
  const [params, change] = useAddressParams()
  const filters = readFilters(params)
  const list = useMerchantPeople(filters)
  const merchants = list.data?.pages.flatMap(({ rows }) => rows) ?? []
  const [chosen, setChosen] = useState<number>()
  const set = (name: string, value: string) => change((before) => withFilter(before, name, value))
  return (
    <Beside
      main={
        <PeopleCard
          list={list}
          search={filters.search ?? ''}
          onSearch={(value) => set('search', value)}
          isNarrowed={filters.merchantId !== undefined}
          onShowAll={() => set('merchant', '')}
          onAdd={({ merchantId }) => {
            setChosen(merchantId)
            document.querySelector<HTMLElement>('#add-user input')?.focus()
          }}
        />
      }
      aside={
        <AddUserCard
          merchants={merchants}
          chosen={chosen ?? (merchants.length === 1 ? merchants[0]?.merchantId : undefined)}
          onChoose={setChosen}
        />
      }
    />
  )
}

const readFilters = (params: URLSearchParams): PeopleFilters => {
  const merchantId = readId(params, 'merchant')
  return { ...readSearch(params), ...(merchantId ? { merchantId } : {}) }
}

export default MerchantUsersPage
