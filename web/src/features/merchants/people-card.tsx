import type { MerchantPeople } from '@bitquay/contract/merchants.users'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useDebouncedInput } from '../../lib/use-debounced-input.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchInput } from '../../ui/input.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import * as t from './messages.ts'
import './people-card.css'
import { PeopleTable } from './people-table.tsx'
import { type Asked, PersonDialog } from './person-dialog.tsx'
import type { useMerchantPeople } from './use-users.ts'

type PeopleCardProps = {
  list: ReturnType<typeof useMerchantPeople>
  search: string
  onSearch: (search: string) => void
  /** Whether only one merchant is shown. */
  isNarrowed: boolean
  onShowAll: () => void
  onAdd: (merchant: MerchantPeople) => void
}

/** One field over merchants and people, and one list by merchant. */
export const PeopleCard = ({ list, search, onSearch, isNarrowed, onShowAll, onAdd }: PeopleCardProps) => {
  const [typed, setTyped] = useDebouncedInput(search, onSearch)
  const [asked, setAsked] = useState<Asked>()
  return (
    <section className="card people-card" aria-label={t.merchantUsers}>
      <search className="find cluster gap-3" aria-label={t.findPeople}>
        {/* The input is inside SearchInput. */}
        {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control */}
        <label>
          <span className="sr-only">{t.findPeople}</span>
          <SearchInput placeholder={t.peopleHint} value={typed} onType={setTyped} />
        </label>
        {isNarrowed && (
          <Button size="sm" icon={<X className="ico" aria-hidden="true" />} onClick={onShowAll}>
            {t.allMerchants}
          </Button>
        )}
      </search>
      <ListBody
        rows={list.data?.pages.flatMap(({ rows }) => rows)}
        query={list}
        empty={
          search || isNarrowed ? (
            <EmptyState card={false} scene="none" title={t.noPeopleMatch} sentence={t.noMatch} />
          ) : (
            <EmptyState card={false} scene="berths" title={t.emptyTitle} sentence={t.empty} />
          )
        }
        failed={{ title: t.usersNotLoadedTitle, sentence: t.usersNotLoaded }}
        lines={8}
      >
        {(merchants) => (
          <PeopleTable merchants={merchants} isBusy={list.isPlaceholderData} onAdd={onAdd} onAsk={setAsked} />
        )}
      </ListBody>
      <LoadMore pages={list} />
      {asked && <PersonDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </section>
  )
}
