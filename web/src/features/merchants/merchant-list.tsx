import type { AdminMerchant } from '@bitquay/contract/admin-merchants'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { formatDate } from '../../lib/format-date.ts'
import { readSearch, useAddressFilters } from '../../lib/use-address-filters.ts'
import { useDebouncedInput } from '../../lib/use-debounced-input.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Usd } from '../../ui/figures.tsx'
import { SearchInput, Select } from '../../ui/input.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Table } from '../../ui/table.tsx'
import { ActiveState, StoreState } from './merchant-state.tsx'
import './merchant-list.css'
import * as t from './messages.ts'
import { type MerchantFilters, useMerchants } from './use-merchants.ts'

/** All merchants, newest first. Search and filter are in the address. */
export const MerchantList = ({ onCreate }: { onCreate: () => void }) => {
  const { filters, filtered, round, set, clear } = useAddressFilters(readFilters)
  const list = useMerchants(filters)
  const merchants = list.data?.pages.flatMap((page) => page.rows)
  return (
    <Card title={t.merchants} bare aria-label={t.merchants}>
      {(filtered || (merchants?.length ?? 0) > 0) && <ListFilters key={round} filters={filters} set={set} />}
      <ListBody
        rows={merchants}
        query={list}
        empty={<Empty filtered={filtered} clear={clear} onCreate={onCreate} />}
        failed={{
          title: t.listNotLoadedTitle,
          sentence: t.listNotLoaded,
        }}
        lines={6}
      >
        {(rows) => (
          <div className={list.isPlaceholderData ? 'dim' : undefined} aria-busy={list.isPlaceholderData || undefined}>
            <Table caption={t.merchants} phone="flow" rows={rows} keyOf={({ id }) => id} columns={columns} />
          </div>
        )}
      </ListBody>
      <LoadMore pages={list} />
    </Card>
  )
}

type EmptyProps = { filtered: boolean; clear: () => void; onCreate: () => void }

const Empty = ({ filtered, clear, onCreate }: EmptyProps) =>
  filtered ? (
    <EmptyState
      card={false}
      scene="none"
      title={t.noMatchTitle}
      sentence={t.noMatch}
      actions={<Button onClick={clear}>{t.clearSearch}</Button>}
    />
  ) : (
    <EmptyState
      card={false}
      scene="berths"
      title={t.emptyTitle}
      sentence={t.empty}
      actions={
        <Button variant="signal" icon={<Plus className="ico" aria-hidden="true" />} onClick={onCreate}>
          {t.createMerchant}
        </Button>
      }
    />
  )

const columns = [
  {
    head: t.merchant,
    cell: ({ id, storeName, email }: AdminMerchant) => (
      <>
        <Link className="name merchant-name" to={pathTo(portalPaths.admin.merchant, { merchantId: id })}>
          {storeName}
        </Link>
        <div className="small muted merchant-email">{email}</div>
      </>
    ),
  },
  { head: t.store, cell: (merchant: AdminMerchant) => <StoreState merchant={merchant} /> },
  {
    head: t.received,
    numeric: true,
    cell: ({ totalDepositsUsd }: AdminMerchant) => <Usd amount={totalDepositsUsd} />,
  },
  {
    head: t.status,
    cell: ({ isActive, invited }: AdminMerchant) => (
      <>
        <ActiveState isActive={isActive} />
        {invited && <span className="small muted merchant-invited">{t.invited}</span>}
      </>
    ),
  },
  { head: t.joined, numeric: true, cell: ({ createdAt }: AdminMerchant) => formatDate(createdAt) },
]

type ListFiltersProps = { filters: MerchantFilters; set: (name: keyof MerchantFilters, value: string) => void }

const ListFilters = ({ filters, set }: ListFiltersProps) => {
  const [typed, setTyped] = useDebouncedInput(filters.search ?? '', (value) => set('search', value))
  return (
    <search className="merchant-filters" aria-label={t.searchRegion}>
      <Field label={t.search}>
        <SearchInput placeholder={t.searchHint} value={typed} onType={setTyped} />
      </Field>
      <Field label={t.status}>
        <Select value={filters.status ?? ''} onChange={(event) => set('status', event.target.value)}>
          <option value="">{t.all}</option>
          <option value="active">{t.active}</option>
          <option value="inactive">{t.inactive}</option>
        </Select>
      </Field>
    </search>
  )
}

const readFilters = (params: URLSearchParams): MerchantFilters => {
  const status = (['active', 'inactive'] as const).find((value) => value === params.get('status'))
  return { ...readSearch(params), ...(status ? { status } : {}) }
}
