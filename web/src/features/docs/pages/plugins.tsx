import { docsPages } from '../../../content/docs/pages.ts'
import { missingPluginCalls, pluginCalls, pluginNotes, pluginSteps } from '../../../content/docs/plugins.ts'
import { fillMessage } from '../../../lib/fill-message.ts'
import { DocsFrame } from '../docs-frame.tsx'
import * as t from '../messages.ts'
import { useOrigin, withOrigin } from '../use-origin.ts'

const parts = [
  { id: 'connect', name: t.connect },
  { id: 'calls', name: t.calls },
  { id: 'missing', name: t.missingCalls },
]

const PluginsChapter = () => {
  const origin = useOrigin()
  return (
    <DocsFrame title={t.plugins} lead={t.pluginsLead} meta={docsPages.docsPlugins} parts={parts}>
      <section id="connect">
        <h2>{t.connect}</h2>
        <ol className="docs-list block-list docs-list--numbered stack gap-2.5">
          {pluginSteps.map((step) => (
            <li key={step}>{withOrigin(step, origin)}</li>
          ))}
        </ol>
      </section>
      <section id="calls">
        <h2>{t.calls}</h2>
        <p>
          {fillMessage(t.callsText, {
            base: <code>{withOrigin('{origin}/btcpay', origin)}</code>,
            authorization: <code>Authorization: token KEY</code>,
          })}
        </p>
        <table className="text-md">
          <thead className="only-desk">
            <tr>
              <th scope="col">{t.call}</th>
              <th scope="col">{t.purpose}</th>
            </tr>
          </thead>
          <tbody>
            {pluginCalls.map(({ call, does }) => (
              <tr key={call}>
                <th scope="row">
                  <code>{call}</code>
                </th>
                <td>{does}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <ul className="docs-list block-list stack gap-2.5">
          {pluginNotes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </section>
      <section id="missing">
        <h2>{t.missingCalls}</h2>
        <p>{t.missingCallsText}</p>
        <ul className="docs-list block-list stack gap-2.5">
          {missingPluginCalls.map((calls) => (
            <li key={calls}>{calls}</li>
          ))}
        </ul>
      </section>
    </DocsFrame>
  )
}

export default PluginsChapter
