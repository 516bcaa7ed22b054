import { Link } from 'react-router'
import { leverSamples } from '../../../content/docs/levers.ts'
import { paths } from '../../../frame/screens.ts'
import { CodeBlock } from '../code-block.tsx'
import { DocsFrame } from '../docs-frame.tsx'

const sample = `curl -sS "$BITQUAY_URL/api/sandbox/clock" \\
  -H "Content-Type: application/json" \\
  -d '{"advanceSeconds": 3600}'`

const SandboxChapter = () => (
  <DocsFrame
    title="Test levers"
    lead="The sandbox is a Bitcoin network of your own. What customers, miners and bad luck do to you, you can do to yourself."
    description="Pay, mine, reorganise, turn the clock: what can be tried in the sandbox."
  >
    <section>
      <p>
        Each lever is a POST to <code>/api/sandbox/</code> and its name. On your own machine no key is needed; on a
        shared sandbox they are an operator’s. With real money they do not exist. The page{' '}
        <Link to={paths.sandbox}>Sandbox</Link> has a form for each.
      </p>
      <CodeBlock command={{ id: 'sample-lever', language: 'An hour passes', text: sample }} />
    </section>
    <section>
      <h2>Levers</h2>
      <dl className="docs-levers">
        {Object.entries(leverSamples).map(([name, { does, body }]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <p>{does}</p>
              <code className="body">{body}</code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
    <section>
      <h2>Worth trying</h2>
      <ul className="docs-list">
        <li>Pay half of an invoice, then turn the clock past its end: it expires, paid in part.</li>
        <li>
          Pay, mine a block, then reorganise with depth 1: you are told payment.reversed, and later confirmed again.
        </li>
        <li>Stop your receiver, pay, start it again: the message comes late, under the same webhook-id.</li>
        <li>Send the same request twice with one Idempotency-Key: there is one invoice.</li>
      </ul>
    </section>
  </DocsFrame>
)

export default SandboxChapter
