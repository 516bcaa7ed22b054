import { docsPaths } from '../../frame/docs-screens.ts'
import { paths } from '../../frame/screens.ts'
import { ApiKeysCard } from '../api-keys/index.ts'
import { WebhooksCard } from '../webhooks/index.ts'
import { EmbeddingCard } from './embedding-card.tsx'
import * as t from './messages.ts'

/** Keys to call us with, and endpoints that we call. Lists need the whole width. */
export const DeveloperTab = () => (
  <>
    <ApiKeysCard
      help={
        <a className="link" href={paths.docs}>
          {t.readGuide}
        </a>
      }
    />
    <WebhooksCard
      help={
        <a className="link" href={docsPaths.docsWebhooks}>
          {t.verifyWebhooks}
        </a>
      }
    />
    <EmbeddingCard
      help={
        <a className="link" href={docsPaths.docsEmbedding}>
          {t.embeddingHelp}
        </a>
      }
    />
  </>
)
