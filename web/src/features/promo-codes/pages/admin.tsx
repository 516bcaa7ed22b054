import { type PromoCode, promoCodeStates } from '@bitquay/contract/promo-codes'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { formatDate } from '../../../lib/format-date.ts'
import { formatCount } from '../../../lib/format-number.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Usd } from '../../../ui/figures.tsx'
import { ViewTabs } from '../../../ui/list-surface/view-tabs.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { Tile, Tiles } from '../../../ui/tile.tsx'
import { CreatePromoCodeDialog } from '../create-promo-code-dialog.tsx'
import { DecidePromoCodeDialog } from '../decide-promo-code-dialog.tsx'
import * as t from '../messages.ts'
import { PromoCodeCard } from '../promo-code-card.tsx'
import { usePromoCodeSummary, usePromoCodes } from '../use-promo-codes.ts'

const PromoCodesPage = () => {
  const { data: promoCodes, isError, isFetching, refetch } = usePromoCodes()
  const [creating, setCreating] = useState(false)
  return (
    <Page
      sentence={t.lead}
      actions={
        <Button variant="signal" icon={<Plus className="ico" aria-hidden="true" />} onClick={() => setCreating(true)}>
          {t.createCode}
        </Button>
      }
    >
      {promoCodes && promoCodes.length > 0 ? (
        <>
          <Figures />
          <Tickets promoCodes={promoCodes} />
        </>
      ) : promoCodes ? (
        <EmptyState scene="berths" title={t.emptyTitle} sentence={t.empty} />
      ) : isError ? (
        <LoadError card title={t.notLoadedTitle} sentence={t.notLoaded} reading={{ isFetching, refetch }} />
      ) : (
        <Card>
          <SkeletonLines lines={4} />
        </Card>
      )}
      {creating && <CreatePromoCodeDialog onClose={() => setCreating(false)} />}
    </Page>
  )
}

/** The tiles keep their place while the figures load. */
const Figures = () => {
  const { data: summary } = usePromoCodeSummary()
  const writeCount = (count: number | undefined) => (count === undefined ? '—' : formatCount(count))
  return (
    <Tiles>
      <Tile
        label={t.active}
        figure={writeCount(summary?.states.active)}
        note={summary?.nextExpiresAt && t.nextExpires({ date: formatDate(summary.nextExpiresAt) })}
      />
      <Tile
        label={t.used}
        figure={writeCount(summary?.states.used)}
        note={t.ofCreated({ count: writeCount(summary?.total) })}
      />
      <Tile label={t.saved} figure={<Usd amount={summary?.savedUsd} />} note={t.savedNote} />
    </Tiles>
  )
}

const stateNames = { active: t.active, suspended: t.suspended, used: t.used, expired: t.expired, revoked: t.revoked }

/** The chosen state is in the address. */
const Tickets = ({ promoCodes }: { promoCodes: readonly PromoCode[] }) => {
  const [params] = useSearchParams()
  const { data: summary } = usePromoCodeSummary()
  const [deciding, setDeciding] = useState<{ promoCode: PromoCode; decision: 'revoke' | 'resume' }>()
  const chosen = promoCodeStates.find((state) => state === params.get('state'))
  // Only a restore suspends codes.
  const isShown = (state: PromoCode['state']) => state !== 'suspended' || (summary?.states.suspended ?? 0) > 0
  const shown = chosen ? promoCodes.filter(({ state }) => state === chosen) : promoCodes
  return (
    <>
      <div className="c12 promo-views">
        <ViewTabs
          views={[
            { name: t.all, search: '', current: chosen === undefined, count: summary?.total },
            ...promoCodeStates.filter(isShown).map((state) => ({
              name: stateNames[state],
              search: `state=${state}`,
              current: chosen === state,
              count: summary?.states[state],
            })),
          ]}
          saved={[]}
        />
      </div>
      <section className="tickets c12 stack gap-2.5" aria-label={t.codes}>
        {shown.map((promoCode) => (
          <PromoCodeCard
            key={promoCode.id}
            promoCode={promoCode}
            onDecide={(decision) => setDeciding({ promoCode, decision })}
          />
        ))}
      </section>
      {shown.length === 0 && (
        <EmptyState scene="none" title={t.noMatch} actions={<ButtonLink to={{ search: '' }}>{t.showAll}</ButtonLink>} />
      )}
      {deciding && <DecidePromoCodeDialog {...deciding} onClose={() => setDeciding(undefined)} />}
    </>
  )
}

export default PromoCodesPage
