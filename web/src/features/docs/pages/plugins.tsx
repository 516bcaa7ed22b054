import { pluginCalls, pluginSteps } from '../../../content/docs/plugins.ts'
import { fillMessage } from '../../../lib/fill-message.ts'
import { withOrigin } from '../code-block.tsx'
import { DocsFrame } from '../docs-frame.tsx'
import * as t from '../messages.ts'

const PluginsChapter = () => (
  <DocsFrame title={t.plugins} lead={t.pluginsLead} description={t.pluginsDescription}>
    <section>
      <h2>{t.connect}</h2>
      <ol className="docs-list docs-list--numbered">
        {pluginSteps.map((step) => (
          <li key={step}>{withOrigin(step)}</li>
        ))}
      </ol>
    </section>
    <section>
      <h2>{t.calls}</h2>
      <p>
        {fillMessage(t.callsText, {
          base: <code>{withOrigin('{origin}/btcpay')}</code>,
          authorization: <code>Authorization: token KEY</code>,
        })}
      </p>
      <table>
        <thead>
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
    </section>
  </DocsFrame>
)

export default PluginsChapter
