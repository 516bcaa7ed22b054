import { webhookEvents } from '@bitquay/contract/webhook-events'
import { useState } from 'react'
import { catchUp, rules, sampleDelivery, verifications } from '../../../content/docs/webhooks.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { CodeBlock } from '../code-block.tsx'
import { DocsFrame } from '../docs-frame.tsx'

const parts = [
  { id: 'message', name: 'A message' },
  { id: 'verify', name: 'Check that it is ours' },
  { id: 'rules', name: 'What to expect' },
  { id: 'events', name: 'Events' },
  { id: 'catch-up', name: 'Catch up' },
]

const WebhooksChapter = () => (
  <DocsFrame
    title="Webhooks"
    lead="When something happens, we post a signed message to your server. Signatures follow Standard Webhooks, so its libraries for your language work as they are."
    description="Signed messages about invoices, payments, withdrawals and refunds, and how to check them."
    parts={parts}
  >
    <section id="message">
      <h2>A message</h2>
      <p>
        Add an endpoint in the Developer tab of your settings and choose its events. A message is a POST with three
        headers and the event as JSON: <code>data</code> is the object as the API showed it in that moment.
      </p>
      <CodeBlock command={{ id: 'sample-delivery', language: 'What you receive', text: sampleDelivery }} shown />
    </section>
    <section id="verify">
      <h2>Check that it is ours</h2>
      <p>
        The signature is an HMAC-SHA256, in base64, over <code>webhook-id.webhook-timestamp.body</code>. The key is what
        follows <code>whsec_</code> in your secret, decoded from base64. Use the body as it came, byte for byte, and
        refuse messages that are more than five minutes old.
      </p>
      <Languages />
      <p>
        Or use the library <code>standardwebhooks</code>, which exists for these and other languages:{' '}
        <code>new Webhook(secret).verify(body, headers)</code>.
      </p>
    </section>
    <section id="rules">
      <h2>What to expect</h2>
      <dl className="docs-rules">
        {rules.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
    <section id="events">
      <h2>Events</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Type</th>
            <th scope="col">When</th>
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
      <h2>ErrorBoundary up</h2>
      <p>
        Remember the id of the last event that you have handled. After an outage ask for what came after it, until the
        answer is empty: events are listed oldest first, and none appears later in a place that you have passed.
      </p>
      <CodeBlock command={catchUp} />
    </section>
  </DocsFrame>
)

const Languages = () => {
  const [chosen, setChosen] = useState(verifications[0]?.id ?? '')
  return (
    <div className="docs-languages">
      <Segmented
        label="Language"
        options={verifications.map(({ id, language }) => ({ value: id, text: language }))}
        value={chosen}
        onChange={setChosen}
      />
      {verifications
        .filter(({ id }) => id === chosen)
        .map((command) => (
          <CodeBlock key={command.id} command={command} />
        ))}
    </div>
  )
}

export default WebhooksChapter
