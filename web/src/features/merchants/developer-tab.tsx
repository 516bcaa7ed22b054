import { paths } from '../../frame/screens.ts'
import { useUser } from '../../lib/session.ts'
import { ApiKeysCard } from '../api-keys/index.ts'
import { WebhooksCard } from '../webhooks/index.ts'
import * as t from './messages.ts'

/** API keys and webhook endpoints. */
export const DeveloperTab = () => (
  <>
    <ApiKeysCard
      twoFactorEnabled={useUser().twoFactorEnabled}
      help={
        <a className="link" href={paths.docs}>
          {t.readGuide}
        </a>
      }
    />
    <WebhooksCard
      help={
        <a className="link" href={paths.docsWebhooks}>
          {t.verifyWebhooks}
        </a>
      }
    />
  </>
)
