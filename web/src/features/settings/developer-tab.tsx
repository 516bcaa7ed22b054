import { paths } from '../../frame/screens.ts'
import { useUser } from '../../lib/session.ts'
import { ApiKeysCard } from '../api-keys/index.ts'
import { WebhooksCard } from '../webhooks/index.ts'
import * as t from './messages.ts'
import { SettingsSection } from './settings-section.tsx'

/** Keys to call us with, and endpoints that we call. */
export const DeveloperTab = () => (
  <>
    <SettingsSection wide name={t.keys} sentence={t.keysWhy}>
      <ApiKeysCard
        twoFactorEnabled={useUser().twoFactorEnabled}
        help={
          <a className="link" href={paths.docs}>
            {t.readGuide}
          </a>
        }
      />
    </SettingsSection>
    <SettingsSection wide name={t.webhooks} sentence={t.webhooksWhy}>
      <WebhooksCard
        help={
          <a className="link" href={paths.docsWebhooks}>
            {t.verifyWebhooks}
          </a>
        }
      />
    </SettingsSection>
  </>
)
