import { Link } from 'react-router'
import { pages } from '../../../content/content.ts'
import { guideSteps } from '../../../content/docs/guide.ts'
import { paths } from '../../../frame/screens.ts'
import { CodeBlock } from '../code-block.tsx'
import { DocsFrame } from '../docs-frame.tsx'

/** From nothing to a settled payment, against the sandbox. */
const GuideChapter = () => (
  <DocsFrame
    title="Your first payment in five minutes"
    lead="A key, an invoice, a payment, a message that it has arrived. All you need is curl, and Node for the receiver; the money is not real."
    description={pages.docs.description}
    parts={guideSteps.map(({ id, title }) => ({ id, name: title }))}
  >
    <ol className="docs-steps">
      {guideSteps.map(({ id, title, paragraphs, commands = [], outcome, after }, index) => (
        <li key={id} id={id}>
          <h2>
            <span className="docs-berth" aria-hidden="true">
              {index + 1}
            </span>
            {title}
          </h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {commands.map((command) => (
            <CodeBlock key={command.id} command={command} />
          ))}
          {outcome && <CodeBlock command={outcome} shown />}
          {after && <p>{after}</p>}
        </li>
      ))}
    </ol>
    <section className="docs-next">
      <h2>Where to go from here</h2>
      <ul>
        <li>
          <Link to={paths.docsWebhooks}>Webhooks</Link>: check signatures in your language, and catch up after an
          outage.
        </li>
        <li>
          <Link to={paths.docsReference}>Reference</Link>: every call with its fields.
        </li>
        <li>
          <Link to={paths.docsSandbox}>Test levers</Link>: late payments, reorganisations, outages, at a word.
        </li>
      </ul>
    </section>
  </DocsFrame>
)

export default GuideChapter
