import { ApiKeysCard } from '../../../features/api-keys/api-keys-card.tsx'
import { WebhooksCard } from '../../../features/webhooks/webhooks-card.tsx'
import { useUser } from '../../../lib/session.ts'

/** What a merchant's developer needs: keys to ask with, and endpoints that are told. */
export const DeveloperTab = () => (
  <>
    <ApiKeysCard
      twoFactorEnabled={useUser().twoFactorEnabled}
      help={
        <a className="link" href="/docs">
          Read the guide
        </a>
      }
    />
    <WebhooksCard
      help={
        <a className="link" href="/docs/webhooks">
          How to verify them
        </a>
      }
    />
  </>
)
