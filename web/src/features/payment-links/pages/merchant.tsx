import { exportPaymentLinks } from '@bitquay/contract/payment-links'
import { Plus } from 'lucide-react'
import { useNavigate } from 'react-router'
import { ListExport } from '../../../frame/list-surface/list-export.tsx'
import { ListSurface } from '../../../frame/list-surface/list-surface.tsx'
import { useListView } from '../../../frame/list-surface/use-list-view.ts'
import { Page } from '../../../frame/page.tsx'
import { formatCount } from '../../../lib/format-number.ts'
import { useUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Usd } from '../../../ui/figures.tsx'
import { TotalsBar } from '../../../ui/list-surface/totals-bar.tsx'
import { linkColumns } from '../link-columns.tsx'
import { LinkDetail } from '../link-detail.tsx'
import { LinkDialog } from '../link-dialog.tsx'
import '../link-list.css'
import { linkFilters, linkList, linkViews } from '../list-settings.ts'
import * as t from '../messages.ts'
import { useLinkSummary, usePaymentLinks } from '../use-payment-links.ts'

const PaymentLinksPage = () => {
  const mayChange = useUser().role !== 'user'
  const view = useListView(linkList)
  const list = usePaymentLinks(view)
  const { data: summary } = useLinkSummary(view.filter)
  const navigate = useNavigate()
  return (
    <Page
      sentence={t.purpose}
      actions={
        <>
          <ListExport
            view={view}
            query={{ ...view.filter, sort: view.sort }}
            csv={exportPaymentLinks}
            count={summary?.filtered}
            rows={summary ? t.rowCount({ count: summary.filtered }) : t.listName}
          />
          {mayChange && (
            <Button
              variant="signal"
              icon={<Plus className="ico" aria-hidden="true" />}
              onClick={() => view.setCreating(true)}
            >
              {t.newLink}
            </Button>
          )}
        </>
      }
    >
      <ListSurface
        view={view}
        label={t.listName}
        list={list}
        className="dt--one dt--links"
        columns={linkColumns}
        keyOf={({ id }) => String(id)}
        nameOf={({ title }) => title}
        views={linkViews(summary?.statuses)}
        filters={linkFilters}
        searchHint={t.searchHint}
        renderDetail={(link) => <LinkDetail link={link} mayChange={mayChange} />}
        totals={
          <TotalsBar
            label={t.totals}
            counts={[
              { label: t.total, figure: writeCount(summary?.total) },
              { label: t.filtered, figure: writeCount(summary?.filtered) },
            ]}
            sums={[{ label: t.receivedHead, figure: <Usd amount={summary?.receivedUsd} /> }]}
          />
        }
        count={summary?.filtered}
        loading={t.loadingLinks}
        empty={
          <EmptyState
            card={false}
            scene="berths"
            title={t.none}
            sentence={t.noneNext}
            actions={mayChange && <Button onClick={() => view.setCreating(true)}>{t.createFirst}</Button>}
          />
        }
        filteredEmpty={{ title: t.noMatch, sentence: t.adjustFilters }}
        failed={{ title: t.notLoadedTitle, sentence: t.notLoaded }}
      />
      {view.creating && mayChange && (
        <LinkDialog
          onClose={() => view.setCreating(false)}
          // Without filters, so that the new link is in the list and open.
          onCreated={({ id }) => void navigate({ search: `open=${id}` }, { replace: true })}
        />
      )}
    </Page>
  )
}

const writeCount = (count: number | undefined) => (count === undefined ? '—' : formatCount(count))

export default PaymentLinksPage
