import { messageOf } from '../../lib/api-error.ts'
import { formatAge } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast-store.ts'
import { type System, useSyncStore } from './use-system.ts'

/** How far our tables are behind the engine, the worst stores first. */
export const ReconciliationCard = ({ reconciliation }: { reconciliation: System['reconciliation'] }) => {
  const { stores, late, failing, worst } = reconciliation
  const read = useSyncStore()
  const now = useNow(5000)
  return (
    <Card
      title="Reconciliation"
      note={
        <Badge shape={failing > 0 ? 'crossed' : late > 0 ? 'dashed' : 'solid'}>
          {failing > 0 ? `${formatCount(failing)} failing` : late > 0 ? `${formatCount(late)} late` : 'Up to date'}
        </Badge>
      }
      bare
      aria-label="Reconciliation"
      footer={
        <span className="small quiet">
          {formatCount(stores)} {stores === 1 ? 'store is' : 'stores are'} read from their payment servers by and by, at
          once after a webhook.
        </span>
      }
    >
      <ul className="stuck stores">
        {worst.slice(0, 8).map((store) => (
          <li key={store.id}>
            <div>
              <div className="strong">{store.name}</div>
              <div className="small muted">
                {store.status === 'provisioning'
                  ? 'being set up'
                  : store.syncedAt
                    ? `read ${formatAge(store.syncedAt, now)} ago`
                    : 'never read'}
              </div>
              {store.error && <div className="small problem">{store.error}</div>}
            </div>
            <Button
              size="sm"
              variant="ghost"
              busy={read.isPending && read.variables === store.id}
              aria-label={`Read ${store.name} now`}
              onClick={() =>
                read.mutate(store.id, {
                  onSuccess: () => toast({ title: 'Store will be read' }),
                  onError: (error) =>
                    toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to read the store') }),
                })
              }
            >
              Read now
            </Button>
          </li>
        ))}
      </ul>
      {worst.length === 0 && <p className="pad small quiet">There is no store yet.</p>}
    </Card>
  )
}
