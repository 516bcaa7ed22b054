import { type Application, applicationStatuses } from '@bitquay/contract/applications'
import { useState } from 'react'
import { formatRelative } from '../../lib/format-date.ts'
import { readSearch, useAddressFilters } from '../../lib/use-address-filters.ts'
import { useDebouncedInput } from '../../lib/use-debounced-input.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { SearchInput } from '../../ui/input.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { ApplicationState } from './application-state.tsx'
import './applications.css'
import * as t from './messages.ts'
import { ReviewDialog } from './review-dialog.tsx'
import { type ApplicationFilters, useApplications } from './use-applications.ts'

const choices = [
  { value: 'all', text: t.all },
  { value: 'pending', text: t.pending },
  { value: 'approved', text: t.approved },
  { value: 'rejected', text: t.rejected },
] as const

/** Every application, newest first; filter and search stand in the address. */
export const ApplicationList = () => {
  const { filters, filtered, round, set, clear } = useAddressFilters(readFilters)
  const list = useApplications(filters)
  const applications = list.data?.pages.flatMap((page) => page.rows)
  const [openId, setOpenId] = useState<number>()
  // Kept while its dialog is open: a decision may take it out of a filtered list.
  const [lastOpen, setLastOpen] = useState<Application>()
  const open = applications?.find(({ id }) => id === openId) ?? (lastOpen?.id === openId ? lastOpen : undefined)
  return (
    <Card title={t.listTitle} bare aria-label={t.listTitle}>
      {(filtered || (applications?.length ?? 0) > 0) && <Filters key={round} filters={filters} set={set} />}
      <ListBody
        rows={applications}
        query={list}
        empty={<Empty filtered={filtered} clear={clear} />}
        failed={{ title: t.notLoadedTitle, sentence: t.notLoaded }}
        lines={6}
      >
        {(rows) => (
          <ul className="rows applications" aria-busy={list.isPlaceholderData || undefined}>
            {rows.map((application) => (
              <Row
                key={application.id}
                application={application}
                onOpen={() => {
                  setOpenId(application.id)
                  setLastOpen(application)
                }}
              />
            ))}
          </ul>
        )}
      </ListBody>
      <LoadMore pages={list} />
      {open && <ReviewDialog key={open.id} application={open} onClose={() => setOpenId(undefined)} />}
    </Card>
  )
}

const Row = ({ application, onOpen }: { application: Application; onOpen: () => void }) => {
  const { businessName, contactName, email, businessType, monthlyVolume, status, createdAt } = application
  return (
    <li>
      <div className="min-w-0">
        <div className="what">{businessName}</div>
        <div className="small muted truncate">
          {contactName} · {email}
        </div>
      </div>
      <div className="kind small">
        <div>{businessType}</div>
        <div className="muted">{t.volumePerMonth({ volume: monthlyVolume })}</div>
      </div>
      <span className="state">
        <ApplicationState status={status} />
      </span>
      <span className="when small muted">{formatRelative(createdAt)}</span>
      <span className="act">
        <Button size="sm" onClick={onOpen}>
          {status === 'pending' ? t.review : t.view}
          <span className="sr-only"> {businessName}</span>
        </Button>
      </span>
    </li>
  )
}

const Empty = ({ filtered, clear }: { filtered: boolean; clear: () => void }) =>
  filtered ? (
    <EmptyState
      card={false}
      scene="none"
      title={t.noMatchTitle}
      sentence={t.noMatch}
      actions={<Button onClick={clear}>{t.clearFilters}</Button>}
    />
  ) : (
    <EmptyState card={false} scene="berths" title={t.emptyTitle} sentence={t.empty} />
  )

type FiltersProps = { filters: ApplicationFilters; set: (name: keyof ApplicationFilters, value: string) => void }

const Filters = ({ filters, set }: FiltersProps) => {
  const [typed, setTyped] = useDebouncedInput(filters.search ?? '', (value) => set('search', value))
  return (
    <search className="application-filters" aria-label={t.searchRegion}>
      <Field label={t.search}>
        <SearchInput placeholder={t.searchHint} value={typed} onType={setTyped} />
      </Field>
      <Segmented
        label={t.status}
        options={choices}
        value={filters.status ?? 'all'}
        onChange={(value) => set('status', value === 'all' ? '' : value)}
      />
    </search>
  )
}

const readFilters = (params: URLSearchParams): ApplicationFilters => {
  const status = applicationStatuses.find((value) => value === params.get('status'))
  return { ...(status ? { status } : {}), ...readSearch(params) }
}
