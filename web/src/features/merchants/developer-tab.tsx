import { useUser } from '../../lib/session.ts'
import { ApiKeysCard } from '../api-keys/api-keys-card.tsx'
import { WebhooksCard } from '../webhooks/webhooks-card.tsx'

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
