import { paths } from '../../frame/screens.ts'
import { useUser } from '../../lib/session.ts'
import { ApiKeysCard } from '../api-keys/index.ts'
import { WebhooksCard } from '../webhooks/index.ts'

/** What a merchant's developer needs: keys to ask with, and endpoints that are told. */
export const DeveloperTab = () => (
  <>
    <ApiKeysCard
      twoFactorEnabled={useUser().twoFactorEnabled}
      help={
        <a className="link" href={paths.docs}>
          Read the guide
        </a>
      }
    />
    <WebhooksCard
      help={
        <a className="link" href={paths.docsWebhooks}>
          How to verify them
        </a>
      }
    />
  </>
)
