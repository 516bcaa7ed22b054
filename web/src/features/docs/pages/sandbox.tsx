import { Link } from 'react-router'
import { leverSamples, sampleLever } from '../../../content/docs/levers.ts'
import { docsPages } from '../../../content/docs/pages.ts'
import { paths } from '../../../frame/screens.ts'
import { fillMessage } from '../../../lib/fill-message.ts'
import { CodeBlock } from '../code-block.tsx'
import { DocsFrame } from '../docs-frame.tsx'
import * as t from '../messages.ts'

const parts = [
  { id: 'call-tools', name: t.callTools },
  { id: 'tools', name: t.tools },
  { id: 'try', name: t.tryTitle },
]

const SandboxChapter = () => (
  <DocsFrame title={t.sandboxTools} lead={t.sandboxLead} meta={docsPages.docsSandbox} parts={parts}>
    <section id="call-tools">
      <h2>{t.callTools}</h2>
      <p>
        {fillMessage(t.sandboxText, {
          path: <code>/api/sandbox/</code>,
          link: <Link to={paths.sandbox}>{t.sandbox}</Link>,
        })}
      </p>
      <CodeBlock command={sampleLever} />
    </section>
    <section id="tools">
      <h2>{t.tools}</h2>
      <dl className="docs-levers mt-2">
        {Object.entries(leverSamples).map(([name, { does, body }]) => (
          <div className="stack gap-y-1 gap-x-6" key={name}>
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
    <section id="try">
      <h2>{t.tryTitle}</h2>
      <ul className="docs-list block-list stack gap-2.5">
        <li>{t.tryPartial}</li>
        <li>{t.tryReorg}</li>
        <li>{t.tryOutage}</li>
        <li>{t.tryTwice}</li>
      </ul>
    </section>
  </DocsFrame>
)

export default SandboxChapter
