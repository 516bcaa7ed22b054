import type { BrandOffice } from '@bitquay/contract/platform-brand.admin'
import { messageOf } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useReuse, useUndo } from './use-platform-brand.ts'

/** Every version that was published. The last one can be taken back with one click. */
export const BrandHistory = ({ office: { history, reservedNames } }: { office: BrandOffice }) => {
  const undo = useUndo()
  const reuse = useReuse()
  const use = (id: number) =>
    reuse.mutate(id, {
      onSuccess: () => toast({ title: t.savedToast, description: t.reused }),
      onError: (error) => toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.saveFailed) }),
    })
  const takeBack = (id: number) =>
    undo.mutate(id, {
      onSuccess: () => toast({ title: t.undoneToast, description: t.undone }),
      onError: (error) => toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.undoFailed) }),
    })
  return (
    <Card
      title={t.history}
      bare={history.length > 0}
      aria-label={t.history}
      footer={<span className="small quiet">{t.reserved({ names: reservedNames.join(', ') })}</span>}
    >
      {history.length === 0 ? (
        <p className="muted">{t.noHistory}</p>
      ) : (
        <ul className="rows">
          {history.map(({ id, brand, publishedAt, publishedBy, takesBack }, index) => (
            <li key={id} className="rest-auto">
              <div className="min-w-0">
                <div className="what medium">{brand.name}</div>
                <div className="small muted">
                  {t.publishedBy({ person: publishedBy, date: formatDateTime(publishedAt) })}
                </div>
                {takesBack !== null && <div className="small muted">{t.tookBack({ id: String(takesBack) })}</div>}
              </div>
              {index === 0 ? (
                <div className="across gap-3">
                  <Badge shape="solid">{t.current}</Badge>
                  {takesBack === null && (
                    <Button size="sm" busy={undo.isPending} onClick={() => takeBack(id)}>
                      {undo.isPending ? t.undoing : t.undo}
                    </Button>
                  )}
                </div>
              ) : (
                <Button
                  size="sm"
                  aria-label={`${t.useAgain}, ${t.version({ id: String(id) })}`}
                  onClick={() => use(id)}
                >
                  {t.useAgain}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
