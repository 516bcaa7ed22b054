import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { fillMessage } from '../../lib/fill-message.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyLine } from '../../ui/empty-line.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { EndpointRow } from './endpoint-row.tsx'
import * as t from './messages.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { useWebhooks } from './use-webhooks.ts'
import './webhooks.css'

/** The merchant's servers that get events. `help` leads to the guide. */
export const WebhooksCard = ({ help }: { help?: ReactNode }) => {
  const list = useWebhooks()
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  return (
    <Card
      title={t.title}
      bare
      aria-label={t.title}
      note={
        <Button size="sm" icon={<Plus className="ico" aria-hidden="true" />} onClick={() => setAdding(true)}>
          {t.add}
        </Button>
      }
    >
      <p className="muted hooks-lead">{fillMessage(t.purpose, { help })}</p>
      <ListBody
        rows={list.data}
        query={list}
        lines={3}
        failed={{ title: t.listNotLoadedTitle, sentence: t.notLoaded }}
        empty={<EmptyLine icon={<WebhookIcon className="ico" aria-hidden="true" />}>{t.none}</EmptyLine>}
      >
        {(endpoints) => (
          <ul className="hooks ruled lined">
            {endpoints.map((endpoint) => (
              <EndpointRow key={endpoint.id} endpoint={endpoint} />
            ))}
          </ul>
        )}
      </ListBody>
      {adding && <EndpointDialog onClose={() => setAdding(false)} onSecret={setSecret} />}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </Card>
  )
}
