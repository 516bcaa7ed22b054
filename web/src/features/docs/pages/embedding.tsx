import { btcpayModal, embeddingSteps, latest, messageFormat, opened, pinned } from '../../../content/docs/embedding.ts'
import { docsPages } from '../../../content/docs/pages.ts'
import { fillMessage } from '../../../lib/fill-message.ts'
import { CodeBlock } from '../code-block.tsx'
import { DocsFrame } from '../docs-frame.tsx'
import * as t from '../messages.ts'

const parts = [
  { id: 'add', name: t.embeddingStart },
  { id: 'open', name: t.embeddingOpen },
  { id: 'messages', name: t.embeddingMessages },
  { id: 'btcpay', name: t.embeddingBtcpay },
]

const EmbeddingChapter = () => (
  <DocsFrame title={t.embedding} lead={t.embeddingLead} meta={docsPages.docsEmbedding} parts={parts}>
    <section id="add">
      <h2>{t.embeddingStart}</h2>
      <ol className="docs-list block-list docs-list--numbered stack gap-2.5">
        {embeddingSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <CodeBlock command={pinned} />
      <p>{fillMessage(t.embeddingVersions, { integrity: <code>integrity</code> })}</p>
      <CodeBlock command={latest} />
    </section>
    <section id="open">
      <h2>{t.embeddingOpen}</h2>
      <CodeBlock command={opened} />
      <p>{t.embeddingProof}</p>
    </section>
    <section id="messages">
      <h2>{t.embeddingMessages}</h2>
      <p>
        {fillMessage(t.embeddingMessagesText, { postMessage: <code>postMessage</code>, origin: <code>origin</code> })}
      </p>
      <CodeBlock command={messageFormat} shown />
    </section>
    <section id="btcpay">
      <h2>{t.embeddingBtcpay}</h2>
      <p>{t.embeddingBtcpayText}</p>
      <CodeBlock command={btcpayModal} />
    </section>
  </DocsFrame>
)

export default EmbeddingChapter
