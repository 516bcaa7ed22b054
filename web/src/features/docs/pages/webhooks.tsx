import { webhookEvents } from '@bitquay/contract/webhooks.events'
import { docsPages } from '../../../content/docs/pages.ts'
import { verifications } from '../../../content/docs/samples.ts'
import { catchUp, rules, sampleDelivery } from '../../../content/docs/webhooks.ts'
import { fillMessage } from '../../../lib/fill-message.ts'
import { CodeBlock } from '../code-block.tsx'
import { DocsFrame } from '../docs-frame.tsx'
import { LanguageChoice } from '../language-choice.tsx'
import * as t from '../messages.ts'
import { RuleList } from '../rule-list.tsx'

const parts = [
  { id: 'message', name: t.webhookFormat },
  { id: 'verify', name: t.verify },
  { id: 'rules', name: t.rules },
  { id: 'events', name: t.events },
  { id: 'catch-up', name: t.catchUp },
]

const WebhooksChapter = () => (
  <DocsFrame title={t.webhooks} lead={t.webhooksLead} meta={docsPages.docsWebhooks} parts={parts}>
    <section id="message">
      <h2>{t.webhookFormat}</h2>
      <p>{fillMessage(t.webhookFormatText, { data: <code>data</code> })}</p>
      <CodeBlock command={sampleDelivery} shown />
    </section>
    <section id="verify">
      <h2>{t.verify}</h2>
      <p>
        {fillMessage(t.verifyText, {
          signed: <code>webhook-id.webhook-timestamp.body</code>,
          prefix: <code>whsec_</code>,
        })}
      </p>
      <LanguageChoice commands={verifications} />
      <p>
        {fillMessage(t.library, {
          library: <code>standardwebhooks</code>,
          example: <code>new Webhook(secret).verify(body, headers)</code>,
        })}
      </p>
    </section>
    <section id="rules">
      <h2>{t.rules}</h2>
      <RuleList rules={rules} />
    </section>
    <section id="events">
      <h2>{t.events}</h2>
      <table className="text-md">
        <thead className="only-desk">
          <tr>
            <th scope="col">{t.type}</th>
            <th scope="col">{t.when}</th>
          </tr>
        </thead>
        <tbody>
          {webhookEvents.map(({ type, meaning }) => (
            <tr key={type}>
              <th scope="row">
                <code>{type}</code>
              </th>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
    <section id="catch-up">
      <h2>{t.catchUp}</h2>
      <p>{t.catchUpText}</p>
      <CodeBlock command={catchUp} />
    </section>
  </DocsFrame>
)

export default WebhooksChapter
