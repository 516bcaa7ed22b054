import type { ApiKeyView } from '@bitquay/contract/api-keys'
import { KeyRound, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { fillMessage } from '../../lib/fill-message.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyLine } from '../../ui/empty-line.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { KeyRow } from './key-row.tsx'
import * as t from './messages.ts'
import { useApiKeys } from './use-api-keys.ts'
import './api-keys.css'

/** The keys with which the merchant's programs ask, those that live first. `help` leads to the guide. */
export const ApiKeysCard = ({ help }: { help?: ReactNode }) => {
  const list = useApiKeys()
  const [creating, setCreating] = useState(false)
  const [created, setCreated] = useState<string>()
  const [showAll, setShowAll] = useState(false)
  const isLiving = ({ status }: ApiKeyView) => status === 'active' || status === 'suspended'
  const living = list.data?.filter(isLiving) ?? []
  const ended = list.data?.filter((key) => !isLiving(key)) ?? []
  return (
    <Card
      title={t.title}
      bare
      aria-label={t.title}
      note={
        <Button size="sm" icon={<Plus className="ico" aria-hidden="true" />} onClick={() => setCreating(true)}>
          {t.createKey}
        </Button>
      }
    >
      <p className="muted keys-lead">{fillMessage(t.purpose, { help })}</p>
      <ListBody
        rows={list.data}
        query={list}
        lines={3}
        failed={{ title: t.notLoadedTitle, sentence: t.notLoaded }}
        empty={<EmptyLine icon={<KeyRound className="ico" aria-hidden="true" />}>{t.none}</EmptyLine>}
      >
        {() => (
          <ul className="rows keys ruled stack gap-2">
            {[...living, ...(showAll ? ended : [])].map((key) => (
              <KeyRow key={key.id} apiKey={key} />
            ))}
          </ul>
        )}
      </ListBody>
      {ended.length > 0 && !showAll && (
        <div className="keys-more ruled">
          <Button variant="ghost" size="sm" onClick={() => setShowAll(true)}>
            {t.showEnded({ count: String(ended.length) })}
          </Button>
        </div>
      )}
      {creating && <CreateKeyDialog onClose={() => setCreating(false)} onCreated={setCreated} />}
      {created !== undefined && <KeyDialog apiKey={created} onClose={() => setCreated(undefined)} />}
    </Card>
  )
}
