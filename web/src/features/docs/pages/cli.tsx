import { cliCommands, cliInstall, cliListen, cliListening, cliPay } from '../../../content/docs/cli.ts'
import { docsPages } from '../../../content/docs/pages.ts'
import { CodeBlock } from '../code-block.tsx'
import { DocsFrame } from '../docs-frame.tsx'
import * as t from '../messages.ts'

const parts = [
  { id: 'install', name: t.cliInstall },
  { id: 'listen', name: t.cliListen },
  { id: 'pay', name: t.cliPay },
  { id: 'commands', name: t.cliCommands },
]

const CliChapter = () => (
  <DocsFrame title={t.cli} lead={t.cliLead} meta={docsPages.docsCli} parts={parts}>
    <section id="install">
      <h2>{t.cliInstall}</h2>
      <CodeBlock command={cliInstall} />
    </section>
    <section id="listen">
      <h2>{t.cliListen}</h2>
      <p>{t.cliListenText}</p>
      <CodeBlock command={cliListen} />
      <CodeBlock command={cliListening} shown />
    </section>
    <section id="pay">
      <h2>{t.cliPay}</h2>
      <p>{t.cliPayText}</p>
      <CodeBlock command={cliPay} />
    </section>
    <section id="commands">
      <h2>{t.cliCommands}</h2>
      <dl className="docs-rules mt-2">
        {cliCommands.map(({ name, does }) => (
          <div className="stack gap-y-1 gap-x-6" key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd className="muted">{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  </DocsFrame>
)

export default CliChapter
