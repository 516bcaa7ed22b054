import type { WebhookEndpoint } from '@bitquay/contract/webhooks'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { HelpLink } from '../../../frame/help-link.tsx'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { formatDateTime } from '../../../lib/format-date.ts'
import { useUser } from '../../../lib/session.ts'
import { useNow } from '../../../lib/use-now.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { EndpointActions } from '../endpoint-actions.tsx'
import { EndpointMeta, EndpointState } from '../endpoint-meta.tsx'
import { DeliveryList } from '../list.tsx'
import * as t from '../messages.ts'
import { SecretDialog } from '../secret-dialog.tsx'
import { useWebhooks } from '../use-webhooks.ts'
import '../webhooks.css'

const developerTab = `${portalPaths.merchant.settings}?tab=developer`

/** One endpoint: what can be done with it, and what it was sent. */
const WebhookPage = () => {
  const mayRead = useUser().role !== 'user'
  return (
    <Page
      actions={
        mayRead && (
          <ButtonLink to={developerTab} icon={<ArrowLeft className="ico" aria-hidden="true" />}>
            {t.back}
          </ButtonLink>
        )
      }
    >
      {mayRead ? <Endpoint /> : <EmptyState scene="none" title={t.managersOnlyTitle} sentence={t.managersOnly} />}
    </Page>
  )
}

const Endpoint = () => {
  const { webhookId } = useParams()
  const list = useWebhooks()
  const endpoint = list.data?.find(({ id }) => String(id) === webhookId)
  if (endpoint) return <Shown endpoint={endpoint} />
  if (list.data) return <EmptyState scene="berths" title={t.missingTitle} sentence={t.missing} />
  if (list.isError) return <LoadError card title={t.notLoadedTitle} sentence={t.notLoaded} reading={list} />
  return (
    <Card>
      <SkeletonLines lines={4} />
    </Card>
  )
}

const Shown = ({ endpoint }: { endpoint: WebhookEndpoint }) => {
  const [secret, setSecret] = useState<string>()
  const navigate = useNavigate()
  const now = useNow(30_000)
  const { previousSecretUntil, disabledBecause } = endpoint
  const rotating = previousSecretUntil !== null && Date.parse(previousSecretUntil) > now.getTime()
  return (
    <>
      <Card bare aria-label={t.endpoint}>
        <div className="hook-card stack gap-2">
          <div className="cluster breaks gap-y-1 gap-x-4">
            <span className="mono">{endpoint.url}</span>
            <EndpointState endpoint={endpoint} />
          </div>
          <EndpointMeta endpoint={endpoint} />
          {disabledBecause === 'gone' && (
            <Notice kind="bad">
              {t.gone} <HelpLink about="webhook-failing" />
            </Notice>
          )}
          {disabledBecause !== 'gone' && endpoint.failed > 0 && (
            <Notice kind="wait">
              {t.failing({ count: endpoint.failed })} <HelpLink about="webhook-failing" />
            </Notice>
          )}
          {rotating && <Notice kind="wait">{t.rotating({ date: formatDateTime(previousSecretUntil) })}</Notice>}
          <EndpointActions
            endpoint={endpoint}
            onSecret={setSecret}
            onRemoved={() => void navigate(developerTab, { replace: true })}
          />
        </div>
      </Card>
      <DeliveryList endpointId={endpoint.id} />
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  )
}

export default WebhookPage
