import { messageOf } from '../../lib/api-error.ts'
import { formatAgo } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { areStoresHealthy } from './health.ts'
import * as t from './messages.ts'
import { SystemPart } from './system-part.tsx'
import { type System, useSyncStore } from './use-system.ts'

/** How far our tables are behind the payment servers, the worst stores first. */
export const StoreSyncPart = ({ reconciliation }: { reconciliation: System['reconciliation'] }) => {
  const { stores, late, failing, worst, gaps } = reconciliation
  const sync = useSyncStore()
  const now = useNow(5000)
  return (
    <SystemPart
      title={t.storeSync}
      isHealthy={areStoresHealthy(reconciliation)}
      line={t.storesSync({ count: stores })}
      note={
        <Badge shape={failing > 0 ? 'crossed' : late > 0 ? 'dashed' : 'solid'}>
          {failing > 0 ? t.failingCount({ count: failing }) : late > 0 ? t.lateCount({ count: late }) : t.upToDate}
        </Badge>
      }
      bare
    >
      {gaps.map(({ serverUrl, reason, since, behind }) => (
        <div key={serverUrl} className="pad">
          <Notice kind="wait">
            {gapText[reason]({ server: hostOf(serverUrl), ago: formatAgo(since, now) })}{' '}
            {t.catchingUp({ count: behind })}
          </Notice>
        </div>
      ))}
      <ul className="stuck stores grow lined">
        {worst.slice(0, 8).map((store) => (
          <li className="stack middle gap-y-2 gap-x-4" key={store.id}>
            <div>
              <div className="strong">{store.name}</div>
              <div className="small muted">
                {store.status === 'provisioning'
                  ? t.settingUp
                  : store.syncedAt
                    ? t.syncedAgo({ ago: formatAgo(store.syncedAt, now) })
                    : t.neverSynced}
              </div>
              {store.error && <div className="small problem text-bad breaks">{store.error}</div>}
            </div>
            <Button
              size="sm"
              variant="ghost"
              busy={sync.isPending && sync.variables === store.id}
              aria-label={t.syncStoreNow({ store: store.name })}
              onClick={() =>
                sync.mutate(store.id, {
                  onSuccess: () => toast({ title: t.syncStarted }),
                  onError: (error) =>
                    toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.syncFailed) }),
                })
              }
            >
              {t.syncNow}
            </Button>
          </li>
        ))}
      </ul>
      {worst.length === 0 && <p className="pad small quiet">{t.noStores}</p>}
    </SystemPart>
  )
}

const gapText = { unreachable: t.gapUnreachable, late: t.gapLate, missing: t.gapMissing }

const hostOf = (serverUrl: string) => (URL.canParse(serverUrl) ? new URL(serverUrl).host : serverUrl)
