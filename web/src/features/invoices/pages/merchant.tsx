import { exportInvoices } from '@bitquay/contract/invoices'
import { LifeBuoy, Plus } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { createMove } from '../../../frame/list-surface/create-move.ts'
import { ListExport } from '../../../frame/list-surface/list-export.tsx'
import { ListSurface } from '../../../frame/list-surface/list-surface.tsx'
import { useListView } from '../../../frame/list-surface/use-list-view.ts'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { paths } from '../../../frame/screens.ts'
import { SyncAge } from '../../../frame/sync-age.tsx'
import { formatCount } from '../../../lib/format-number.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Usd } from '../../../ui/figures.tsx'
import { TotalsBar } from '../../../ui/list-surface/totals-bar.tsx'
import { formatUsd } from '../../../ui/money-text.ts'
import { StoreAlarm, useNoInvoices } from '../../status/index.ts'
import { CreateInvoiceSheet } from '../create-invoice-sheet.tsx'
import { whoOf } from '../describe-invoice.ts'
import { invoiceColumns } from '../invoice-columns.tsx'
import '../invoice-list.css'
import { InvoiceSheet } from '../invoice-sheet.tsx'
import { invoiceFilters, invoiceList, invoiceViews } from '../list-settings.ts'
import * as t from '../messages.ts'
import { useInvoiceSummary, useInvoices } from '../use-invoices.ts'

/** The list first. Creating one and looking at one happen in a sheet beside it. */
const InvoicesPage = () => {
  const view = useOpenView()
  const list = useInvoices(view)
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const { data: summary } = useInvoiceSummary(view.filter)
  const noInvoices = useNoInvoices()
  const create = (
    <Button
      variant="signal"
      disabled={noInvoices !== undefined}
      title={noInvoices}
      icon={<Plus className="ico" aria-hidden="true" />}
      onClick={() => view.setCreating(true)}
    >
      {t.createInvoice}
    </Button>
  )
  return (
    <Page
      title={t.invoices}
      alarm={<StoreAlarm />}
      actions={
        <>
          <ListExport
            view={view}
            query={{ ...view.filter, sort: view.sort }}
            csv={exportInvoices}
            count={summary?.filtered}
            rows={countInWords(summary)}
          />
          {create}
        </>
      }
    >
      <ListSurface
        view={view}
        label={t.invoices}
        list={list}
        className="dt--one dt--inv"
        columns={invoiceColumns}
        keyOf={({ invoiceId }) => invoiceId}
        nameOf={(row) =>
          t.rowName({ who: whoOf(row) ?? t.noCustomer, amount: row.amountUsd ? formatUsd(row.amountUsd) : row.amount })
        }
        views={invoiceViews(summary?.states)}
        filters={invoiceFilters}
        searchHint={t.searchHint}
        // A Lightning invoice has hundreds of characters.
        searchLength={2000}
        notice={<SyncAge />}
        totals={
          <TotalsBar
            label={t.totals}
            counts={[
              { label: t.total, figure: writeCount(summary?.total) },
              { label: t.filtered, figure: writeCount(summary?.filtered, summary?.exact) },
            ]}
            sums={[{ label: t.totalBilled, figure: <Usd amount={summary?.grossUsd} /> }]}
            apart={[{ label: t.totalReceived, figure: <Usd amount={summary?.receivedUsd} /> }]}
          />
        }
        count={summary?.exact ? summary.filtered : undefined}
        loading={t.loadingInvoices}
        empty={<EmptyState card={false} scene="berths" title={t.emptyTitle} sentence={t.empty} actions={create} />}
        filteredEmpty={{ title: t.noMatch, sentence: t.adjustFilters }}
        failed={{
          title: t.unableToLoad,
          sentence: t.listNotLoaded,
          help: (
            <ButtonLink to={paths.contact} icon={<LifeBuoy className="ico" aria-hidden="true" />}>
              {t.contactSupport}
            </ButtonLink>
          ),
        }}
      />
      {view.open && (
        <InvoiceSheet
          invoiceId={view.open}
          onClose={() => view.setOpen(undefined)}
          onMove={createMove(
            rows.map(({ invoiceId }) => invoiceId),
            view.open,
            view.setOpen,
          )}
        />
      )}
      {view.creating && <CreateInvoiceSheet onClose={() => view.setCreating(false)} />}
    </Page>
  )
}

/** A link to one invoice names it in its path. From there on the address of the list says which one is open. */
const useOpenView = () => {
  const view = useListView(invoiceList)
  const { invoiceId } = useParams()
  const navigate = useNavigate()
  if (!invoiceId) return view
  return {
    ...view,
    open: invoiceId,
    setOpen: (key: string | undefined) =>
      void navigate(`${portalPaths.merchant.invoices}${key ? `?open=${encodeURIComponent(key)}` : ''}`),
    setCreating: (creating: boolean) => void navigate(`${portalPaths.merchant.invoices}${creating ? '?create' : ''}`),
  }
}

const writeCount = (count: number | undefined, exact = true) =>
  count === undefined ? '—' : `${formatCount(count)}${exact ? '' : '+'}`

const countInWords = (summary: { filtered: number; exact: boolean } | undefined): string => {
  if (!summary) return t.invoices
  const { filtered, exact } = summary
  return exact ? t.rowCount({ count: filtered }) : t.rowCountAtLeast({ count: formatCount(filtered) })
}

export default InvoicesPage
