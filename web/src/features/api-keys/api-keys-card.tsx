import { KeyRound, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { KeyRow } from './key-row.tsx'
import { useApiKeys } from './use-api-keys.ts'
import './api-keys.css'

type ApiKeysCardProps = {
  twoFactorEnabled: boolean
  /** Leads to the guide. */
  help?: ReactNode
}

/** The keys with which the merchant's programs ask, those that live first. */
export const ApiKeysCard = ({ twoFactorEnabled, help }: ApiKeysCardProps) => {
  const list = useApiKeys()
  const [creating, setCreating] = useState(false)
  const [created, setCreated] = useState<string>()
  const [showAll, setShowAll] = useState(false)
  const living = list.data?.filter(({ status }) => status === 'active') ?? []
  const ended = list.data?.filter(({ status }) => status !== 'active') ?? []
  return (
    <Card
      title="API keys"
      bare
      aria-label="API keys"
      note={
        <Button size="sm" icon={<Plus className="ico" aria-hidden="true" />} onClick={() => setCreating(true)}>
          Create API key
        </Button>
      }
    >
      <p className="muted keys-lead">
        A program that shows a key acts for your store, within the key’s scopes. Keep keys on your server, never in a
        page or an app. {help}
      </p>
      <ListBody
        rows={list.data}
        query={list}
        lines={3}
        failed={<Notice kind="bad">Your keys could not be loaded.</Notice>}
        empty={
          <p className="keys-none">
            <KeyRound className="ico" aria-hidden="true" />
            No API keys yet. Create one and make your first invoice from your own code.
          </p>
        }
      >
        {() => (
          <ul className="rows keys">
            {[...living, ...(showAll ? ended : [])].map((key) => (
              <KeyRow key={key.id} apiKey={key} twoFactorEnabled={twoFactorEnabled} />
            ))}
          </ul>
        )}
      </ListBody>
      {ended.length > 0 && !showAll && (
        <div className="keys-more">
          <Button variant="ghost" size="sm" onClick={() => setShowAll(true)}>
            Show {ended.length} revoked or expired
          </Button>
        </div>
      )}
      {creating && (
        <CreateKeyDialog
          twoFactorEnabled={twoFactorEnabled}
          onClose={() => setCreating(false)}
          onCreated={setCreated}
        />
      )}
      {created !== undefined && <KeyDialog apiKey={created} onClose={() => setCreated(undefined)} />}
    </Card>
  )
}
