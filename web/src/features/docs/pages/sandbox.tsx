import { Link } from 'react-router'
import { leverSamples } from '../../../content/docs/levers.ts'
import { paths } from '../../../frame/screens.ts'
import { fillMessage } from '../../../lib/fill-message.ts'
import { CodeBlock } from '../code-block.tsx'
import { DocsFrame } from '../docs-frame.tsx'
import * as t from '../messages.ts'

const sample = `curl -sS "$BITQUAY_URL/api/sandbox/clock" \\
  -H "Content-Type: application/json" \\
  -d '{"advanceSeconds": 3600}'`

const SandboxChapter = () => (
  <DocsFrame title={t.sandboxTools} lead={t.sandboxLead} description={t.sandboxDescription}>
    <section>
      <p>
        {fillMessage(t.sandboxText, {
          path: <code>/api/sandbox/</code>,
          link: <Link to={paths.sandbox}>{t.sandbox}</Link>,
        })}
      </p>
      <CodeBlock command={{ id: 'sample-lever', language: t.sampleTool, text: sample }} />
    </section>
    <section>
      <h2>{t.tools}</h2>
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
      <h2>{t.tryTitle}</h2>
      <ul className="docs-list">
        <li>{t.tryPartial}</li>
        <li>{t.tryReorg}</li>
        <li>{t.tryOutage}</li>
        <li>{t.tryTwice}</li>
      </ul>
    </section>
  </DocsFrame>
)

export default SandboxChapter
