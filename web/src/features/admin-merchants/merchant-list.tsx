import type { AdminMerchant } from '@bitquay/contract/admin-merchants'
import { Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatDate } from '../../lib/format-date.ts'
import { useTyped } from '../../lib/use-typed.ts'
import { Blank } from '../../ui/blank.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Usd } from '../../ui/figures.tsx'
import { IconInput, Select } from '../../ui/input.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { ActiveState, StoreState } from './merchant-state.tsx'
import './merchant-list.css'
import { type MerchantFilters, useMerchants } from './use-merchants.ts'

/** All merchants, newest first; search and filter stand in the address. */
export const MerchantList = ({ onCreate }: { onCreate: () => void }) => {
  const [params, setParams] = useSearchParams()
  const filters = readFilters(params)
  const list = useMerchants(filters)
  const merchants = list.data?.pages.flatMap((page) => page.rows)
  const filtered = Object.keys(filters).length > 0
  // Clearing empties what is being typed as well, so that field begins anew.
  const [round, setRound] = useState(0)
  const clear = () => {
    setParams({}, { replace: true, preventScrollReset: true })
    setRound(round + 1)
  }
  const set = (name: keyof MerchantFilters, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <Card title="Merchants" bare aria-label="Merchants">
      {(filtered || (merchants?.length ?? 0) > 0) && <ListFilters key={round} filters={filters} set={set} />}
      {merchants && merchants.length > 0 ? (
        <div className={list.isPlaceholderData ? 'dim' : undefined} aria-busy={list.isPlaceholderData || undefined}>
          <Table caption="Merchants" phone="flow" rows={merchants} keyOf={({ id }) => id} columns={columns} />
        </div>
      ) : merchants ? (
        <Empty filtered={filtered} clear={clear} onCreate={onCreate} />
      ) : list.isError ? (
        <Blank
          card={false}
          scene="mooring"
          title="Unable to load merchants"
          sentence="Nothing of theirs is affected. Only this list could not be read."
          actions={
            <Button busy={list.isFetching} onClick={() => void list.refetch()}>
              Try Again
            </Button>
          }
        />
      ) : (
        <div className="pad">
          <SkeletonLines lines={6} />
        </div>
      )}
      {list.hasNextPage && (
        <div className="flex justify-center px-6 pt-2 pb-5">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </Card>
  )
}

type EmptyProps = { filtered: boolean; clear: () => void; onCreate: () => void }

const Empty = ({ filtered, clear, onCreate }: EmptyProps) =>
  filtered ? (
    <Blank
      card={false}
      scene="none"
      title="No merchants match your search"
      sentence="Names and addresses are found by the beginnings of their words"
      actions={<Button onClick={clear}>Clear search</Button>}
    />
  ) : (
    <Blank
      card={false}
      scene="berths"
      title="No merchants yet"
      sentence="Merchants that you add or approve will appear here"
      actions={
        <Button variant="signal" icon={<Plus className="ico" aria-hidden="true" />} onClick={onCreate}>
          Create Merchant
        </Button>
      }
    />
  )

const columns = [
  {
    head: 'Merchant',
    cell: ({ id, storeName, email }: AdminMerchant) => (
      <>
        <Link className="name merchant-name" to={`/admin/merchants/${id}`}>
          {storeName}
        </Link>
        <div className="small muted merchant-email">{email}</div>
      </>
    ),
  },
  { head: 'Store', cell: (merchant: AdminMerchant) => <StoreState merchant={merchant} /> },
  {
    head: 'Received',
    numeric: true,
    cell: ({ totalDepositsUsd }: AdminMerchant) => <Usd amount={totalDepositsUsd} />,
  },
  {
    head: 'Status',
    cell: ({ isActive, invited }: AdminMerchant) => (
      <>
        <ActiveState isActive={isActive} />
        {invited && <span className="small muted merchant-invited">Invited</span>}
      </>
    ),
  },
  { head: 'Joined', numeric: true, cell: ({ createdAt }: AdminMerchant) => formatDate(createdAt) },
]

type ListFiltersProps = { filters: MerchantFilters; set: (name: keyof MerchantFilters, value: string) => void }

const ListFilters = ({ filters, set }: ListFiltersProps) => {
  const [typed, setTyped] = useTyped(filters.search ?? '', (value) => set('search', value))
  return (
    <search className="merchant-filters" aria-label="Search merchants">
      <Field label="Search">
        <IconInput
          icon={<Search className="ico" aria-hidden="true" />}
          type="search"
          placeholder="Store name or email"
          maxLength={200}
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Field label="Status">
        <Select value={filters.status ?? ''} onChange={(event) => set('status', event.target.value)}>
          <option value="">All</option>
          <option value="active">Active</option>
          <option value="inactive">Inactive</option>
        </Select>
      </Field>
    </search>
  )
}

const readFilters = (params: URLSearchParams): MerchantFilters => {
  const search = params.get('search')?.trim().slice(0, 200)
  const status = (['active', 'inactive'] as const).find((value) => value === params.get('status'))
  return { ...(search ? { search } : {}), ...(status ? { status } : {}) }
}
