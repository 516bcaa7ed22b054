import { type Invoice, invoiceStatuses } from '@bitquay/contract/invoices'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { formatActivity, formatTime } from '../../lib/format-date.ts'
import { readSearch, useAddressFilters } from '../../lib/use-address-filters.ts'
import { useDebouncedInput } from '../../lib/use-debounced-input.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { SearchInput, Select } from '../../ui/input.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Table } from '../../ui/table.tsx'
import { statusChoices } from './describe-invoice.ts'
import { InvoiceAmount, InvoiceState } from './invoice-marks.tsx'
import './invoice-list.css'
import { type InvoiceFilters, useInvoices } from './use-invoices.ts'

/** All invoices, newest first; search and filter stand in the address. */
export const InvoiceList = () => {
  const { filters, filtered, round, set, clear } = useAddressFilters(readFilters)
  const list = useInvoices(filters)
  const invoices = list.data?.pages.flatMap((page) => page.rows)
  return (
    <Card
      title="Invoices"
      bare
      aria-label="Invoices"
      {...(list.isError && invoices ? { note: `figures from ${formatTime(new Date(list.dataUpdatedAt))}` } : {})}
    >
      {(filtered || (invoices?.length ?? 0) > 0) && <ListFilters key={round} filters={filters} set={set} />}
      <ListBody
        rows={invoices}
        query={list}
        empty={<Empty filtered={filtered} clear={clear} />}
        failed={{
          title: 'Unable to load invoices',
          sentence: 'Your money is not affected. Only this list could not be read.',
        }}
        lines={5}
      >
        {(rows) => <InvoiceTable invoices={rows} dim={list.isPlaceholderData} />}
      </ListBody>
      <LoadMore pages={list} />
    </Card>
  )
}

const Empty = ({ filtered, clear }: { filtered: boolean; clear: () => void }) =>
  filtered ? (
    <EmptyState
      card={false}
      scene="none"
      title="No invoices match your filters"
      sentence="Try adjusting your search criteria or clearing filters"
      actions={<Button onClick={clear}>Clear filters</Button>}
    />
  ) : (
    <EmptyState card={false} scene="berths" title="No invoices yet" sentence="Invoices you create will appear here" />
  )

const InvoiceTable = ({ invoices, dim }: { invoices: readonly Invoice[]; dim: boolean }) => (
  <div className={dim ? 'invoice-table dim' : 'invoice-table'} aria-busy={dim || undefined}>
    <Table caption="Invoices" phone="flow" rows={invoices} keyOf={(invoice) => invoice.invoiceId} columns={columns} />
  </div>
)

const columns = [
  {
    head: 'Invoice',
    cell: ({ invoiceId, description }: Invoice) => (
      <Link className="name" to={pathTo(portalPaths.merchant.invoice, { invoiceId })}>
        {description || 'No description'}
      </Link>
    ),
  },
  { head: 'ID', cell: ({ invoiceId }: Invoice) => <span className="mono small quiet">{invoiceId}</span> },
  { head: 'Amount', numeric: true, cell: (invoice: Invoice) => <InvoiceAmount invoice={invoice} /> },
  { head: 'Status', cell: (invoice: Invoice) => <InvoiceState invoice={invoice} /> },
  { head: 'Created', numeric: true, cell: ({ createdAt }: Invoice) => formatActivity(createdAt) },
]

type ListFiltersProps = { filters: InvoiceFilters; set: (name: keyof InvoiceFilters, value: string) => void }

const ListFilters = ({ filters, set }: ListFiltersProps) => {
  const [typed, setTyped] = useDebouncedInput(filters.search ?? '', (value) => set('search', value))
  return (
    <search className="invoice-filters" aria-label="Search and filter invoices">
      <Field label="Search">
        <SearchInput placeholder="Description, invoice, email" value={typed} onType={setTyped} />
      </Field>
      <Field label="Status">
        <Select value={filters.status ?? ''} onChange={(event) => set('status', event.target.value)}>
          <option value="">All</option>
          {statusChoices.map(({ value, word }) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </Select>
      </Field>
    </search>
  )
}

const readFilters = (params: URLSearchParams): InvoiceFilters => {
  const status = invoiceStatuses.find((value) => value === params.get('status'))
  return { ...readSearch(params), ...(status ? { status } : {}) }
}
