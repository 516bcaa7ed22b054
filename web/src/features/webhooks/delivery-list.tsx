import { exportDeliveries, type WebhookDelivery } from '@bitquay/contract/webhooks'
import { ListExport } from '../../frame/list-surface/list-export.tsx'
import { ListSurface } from '../../frame/list-surface/list-surface.tsx'
import { useListView } from '../../frame/list-surface/use-list-view.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { deliveryColumns } from './delivery-columns.tsx'
import { DeliveryDetail } from './delivery-detail.tsx'
import './delivery-list.css'
import { deliveryFilters, deliveryList, deliveryViews } from './list-settings.ts'
import * as t from './messages.ts'
import { useDeliveries } from './use-webhooks.ts'

const showDetail = ({ id }: WebhookDelivery) => <DeliveryDetail id={id} />

/** What the endpoint was sent or is to be sent. */
export const DeliveryList = ({ endpointId }: { endpointId: number }) => {
  const view = useListView(deliveryList)
  const list = useDeliveries(endpointId, view)
  return (
    <>
      <div className="c12 cluster between gap-y-2 gap-x-4 mt-2">
        <h2 className="text-lg strong">{t.log}</h2>
        <ListExport
          view={view}
          params={{ id: endpointId }}
          query={{ ...view.filter, sort: view.sort }}
          csv={exportDeliveries}
          count={undefined}
          rows={t.deliveries}
        />
      </div>
      <ListSurface
        view={view}
        label={t.log}
        list={list}
        className="dt--one dt--hooks"
        columns={deliveryColumns}
        keyOf={({ id }) => String(id)}
        nameOf={({ type, createdAt }) => t.rowName({ type, date: formatDateTime(createdAt) })}
        views={deliveryViews}
        filters={deliveryFilters}
        renderDetail={showDetail}
        count={undefined}
        loading={t.loadingLog}
        empty={<EmptyState card={false} scene="berths" title={t.nothingSent} sentence={t.nothingSentNext} />}
        filteredEmpty={{ title: t.nothingFound, sentence: t.adjustFilters }}
        failed={{ title: t.logNotLoadedTitle, sentence: t.logNotLoaded }}
      />
    </>
  )
}
