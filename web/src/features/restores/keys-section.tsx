import type { RestoredKey, RestoreView } from '@bitquay/contract/restores'
import { messageOf } from '../../lib/api-error.ts'
import { formatTime } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { ReviewRow, ReviewSection } from './review-section.tsx'
import { useDecideKey, useKeys } from './use-restore.ts'

/** Each API key is decided on its own, and none beforehand. */
export const KeysSection = ({ restore }: { restore: RestoreView }) => {
  const keys = useKeys()
  const left = restore.parts.find(({ kind }) => kind === 'keys')?.left ?? 0
  return (
    <ReviewSection title={t.keys} note={t.keysNote({ time: formatTime(restore.backupAt) })} left={left}>
      <ListBody
        rows={keys.data}
        query={keys}
        empty={<p className="pad muted">{t.keysEmpty}</p>}
        failed={{ title: t.loadFailedTitle, sentence: t.loadFailed }}
      >
        {(rows) => rows.map((key) => <KeyRow key={key.id} item={key} canDecide={restore.isReviewer} />)}
      </ListBody>
    </ReviewSection>
  )
}

const KeyRow = ({ item, canDecide }: { item: RestoredKey; canDecide: boolean }) => {
  const { id, name, prefix, storeName, decision, refusedRequests } = item
  const decide = useDecideKey(id)
  const choose = (chosen: RestoredKey['decision']) =>
    decide.mutate(chosen, {
      onError: (error) => toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.decideFailed) }),
    })
  return (
    <ReviewRow
      title={
        <>
          {name} <span className="mono small muted">{prefix}…</span>
        </>
      }
      line={t.keyLine({ store: storeName, count: refusedRequests })}
      isDecided={decision !== null}
      acts={
        decision !== null ? (
          <>
            <span className="small muted">{decision === 'work' ? t.works : t.willBeRevoked}</span>
            {canDecide && (
              <button type="button" className="link" aria-label={t.changeNamed({ name })} onClick={() => choose(null)}>
                {t.change}
              </button>
            )}
          </>
        ) : (
          canDecide && (
            <>
              <Button
                size="sm"
                aria-label={t.revokeNamed({ name })}
                busy={decide.isPending}
                onClick={() => choose('revoke')}
              >
                {t.revoke}
              </Button>
              <Button
                size="sm"
                aria-label={t.letWorkNamed({ name })}
                busy={decide.isPending}
                onClick={() => choose('work')}
              >
                {t.letWork}
              </Button>
            </>
          )
        )
      }
    />
  )
}
