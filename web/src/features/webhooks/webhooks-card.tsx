import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { EndpointRow } from './endpoint-row.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { useWebhooks } from './use-webhooks.ts'
import './webhooks.css'

/** The merchant's own servers that are told of events, and what each of them was sent. `help` leads to the guide. */
export const WebhooksCard = ({ help }: { help?: ReactNode }) => {
  const { data: endpoints, isError } = useWebhooks()
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  return (
    <Card
      title="Webhooks"
      bare
      aria-label="Webhooks"
      note={
        <Button size="sm" icon={<Plus className="ico" aria-hidden="true" />} onClick={() => setAdding(true)}>
          Add endpoint
        </Button>
      }
    >
      <p className="muted hooks-lead">
        When something happens, we post a signed message to your server, and try again for three days if it is down.{' '}
        {help}
      </p>
      {endpoints === undefined ? (
        <div className="pad">
          {isError ? <Notice kind="bad">Your endpoints could not be loaded.</Notice> : <SkeletonLines lines={3} />}
        </div>
      ) : endpoints.length === 0 ? (
        <p className="hooks-none">No endpoints yet. Events are kept all the same and can be sent later.</p>
      ) : (
        <ul className="hooks">
          {endpoints.map((endpoint) => (
            <EndpointRow key={endpoint.id} endpoint={endpoint} onSecret={setSecret} />
          ))}
        </ul>
      )}
      {adding && <EndpointDialog onClose={() => setAdding(false)} onSecret={setSecret} />}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </Card>
  )
}
