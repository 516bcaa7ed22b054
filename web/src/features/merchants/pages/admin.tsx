import { type AdminMerchant, exportMerchants } from '@bitquay/contract/admin-merchants'
import { Plus } from 'lucide-react'
import { createMove } from '../../../frame/list-surface/create-move.ts'
import { ListExport } from '../../../frame/list-surface/list-export.tsx'
import { ListSurface } from '../../../frame/list-surface/list-surface.tsx'
import { useListView } from '../../../frame/list-surface/use-list-view.ts'
import { Page } from '../../../frame/page.tsx'
import { formatCount } from '../../../lib/format-number.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Usd } from '../../../ui/figures.tsx'
import { TotalsBar } from '../../../ui/list-surface/totals-bar.tsx'
import { merchantList, merchantViews } from '../list-settings.ts'
import { merchantColumns } from '../merchant-columns.tsx'
import '../merchant-list.css'
import { MerchantSheet } from '../merchant-sheet.tsx'
import * as t from '../messages.ts'
import { NewMerchantDialog } from '../new-merchant-dialog.tsx'
import { useMerchantSummary, useMerchants } from '../use-merchants.ts'

/** The list first. One merchant is shown in a sheet beside it. */
const MerchantsPage = () => {
  const view = useListView(merchantList)
  const list = useMerchants(view)
  const { data: summary } = useMerchantSummary(view.filter)
  const keys = list.data?.pages.flatMap(({ rows }) => rows.map(keyOf)) ?? []
  const create = (
    <Button variant="signal" icon={<Plus className="ico" aria-hidden="true" />} onClick={() => view.setCreating(true)}>
      {t.createMerchant}
    </Button>
  )
  return (
    <Page
      actions={
        <>
          <ListExport
            view={view}
            query={{ ...view.filter, sort: view.sort }}
            csv={exportMerchants}
            count={summary?.filtered}
            rows={summary ? t.merchantCount({ count: summary.filtered }) : t.merchants}
          />
          {create}
        </>
      }
    >
      <ListSurface
        view={view}
        label={t.merchants}
        list={list}
        className="dt--merchants"
        columns={merchantColumns}
        keyOf={keyOf}
        nameOf={({ storeName }) => storeName}
        views={merchantViews(summary?.statuses)}
        filters={noFilters}
        searchHint={t.searchHint}
        totals={
          <TotalsBar
            label={t.totals}
            counts={[
              { label: t.total, figure: writeCount(summary?.total) },
              { label: t.filtered, figure: writeCount(summary?.filtered) },
            ]}
            sums={[{ label: t.received, figure: <Usd amount={summary?.volumeUsd} /> }]}
          />
        }
        count={summary?.filtered}
        note={t.utcDays}
        loading={t.loadingMerchants}
        empty={<EmptyState card={false} scene="berths" title={t.emptyTitle} sentence={t.empty} actions={create} />}
        filteredEmpty={{ title: t.noMatchTitle, sentence: t.noMatch }}
        failed={{ title: t.listNotLoadedTitle, sentence: t.listNotLoaded }}
      />
      {view.open && /^[1-9]\d{0,8}$/.test(view.open) && (
        <MerchantSheet
          id={Number(view.open)}
          onClose={() => view.setOpen(undefined)}
          onMove={createMove(keys, view.open, view.setOpen)}
        />
      )}
      <NewMerchantDialog form="management" open={view.creating} onOpenChange={view.setCreating} />
    </Page>
  )
}

/** The views are the only filter. */
const noFilters = [] as const

const keyOf = ({ id }: AdminMerchant) => String(id)

const writeCount = (count: number | undefined) => (count === undefined ? '—' : formatCount(count))

export default MerchantsPage
